/** Checks the folder of stored data at the start: a missing folder may be made later; a path that is not a folder is an error. */
import { stat } from 'node:fs/promises';
import { usualStoredDir } from '../config/storage-settings.ts';
import type { StoreLog } from './watched-store.ts';

/** Logs when the folder is missing. Rejects with an Error that names the setting when the path is not a folder. */
export async function checkStoredFolder(dir: string, log: StoreLog): Promise<void> {
  const found = await stat(dir).catch((error: NodeJS.ErrnoException) => error.code);
  if (found === 'ENOTDIR' || (typeof found === 'object' && !found.isDirectory()))
    throw new Error(
      `stored.dir ${dir} is not a folder: name one that contains requests/, imps/, responses/, accounts/ and profiles/`,
    );
  if (found !== 'ENOENT') return;
  const text =
    'stored.dir does not exist: until it does, no stored request, imp, response, account or profile is known';
  if (dir === usualStoredDir) log.info({ dir }, text);
  else log.warn({ dir }, `${text}; create it, or correct the path`);
}
