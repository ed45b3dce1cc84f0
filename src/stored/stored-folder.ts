/** Decides what a start makes of the folder of stored data: it may come later, but what is no folder never becomes one. */
import { stat } from 'node:fs/promises';
import { usualStoredDir } from '../config/storage-settings.ts';
import type { StoreLog } from './watched-store.ts';

/** Tells the host's log of a folder that is not there. Rejects with an Error that names the setting for what is no folder. */
export async function checkStoredFolder(dir: string, log: StoreLog): Promise<void> {
  const found = await stat(dir).catch((error: NodeJS.ErrnoException) => error.code);
  if (found === 'ENOTDIR' || (typeof found === 'object' && !found.isDirectory()))
    throw new Error(
      `stored.dir ${dir} is no folder: name one that holds requests/, imps/, responses/, accounts/ and profiles/`,
    );
  if (found !== 'ENOENT') return;
  const text =
    'stored.dir does not exist: until it does, no stored request, imp, response, account or profile is known';
  if (dir === usualStoredDir) log.info({ dir }, text);
  else log.warn({ dir }, `${text}; make it, or correct the path`);
}
