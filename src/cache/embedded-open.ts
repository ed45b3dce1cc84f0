/** Opens the embedded store, or explains to the host why it cannot be opened (traps, 'LMDB'). */
import { join } from 'node:path';
import { reasonOf } from '../error-text.ts';
import { checkStore, fillUp, storeFiles } from './embedded-files.ts';
import { openFolder, unusable } from './embedded-folder.ts';
import { EmbeddedTables } from './embedded-tables.ts';

/** Error codes for files of another user or on a read-only disk. */
const forbidden: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * The tables of the store in `path`, and its data file. The memory map is larger than the file may become; it is remapped only when a
 * process with a larger limit, after a reload, grows the file. Throws an Error that names `cache.path` and the fix.
 */
export function openTables(path: string, maxBytes: number, keepsOthers: boolean) {
  const folder = openFolder(path, maxBytes, keepsOthers);
  try {
    checkStore(folder.path);
    fillUp(folder.path, maxBytes);
    const tables = new EmbeddedTables(folder, Math.ceil(maxBytes * 1.25) + 16_777_216);
    return { tables, file: join(folder.path, storeFiles[0]), isOfThisBoot: folder.isOfThisBoot };
  } catch (error) {
    // Missing rights say nothing about the store itself.
    if (forbidden.has((error as NodeJS.ErrnoException).code)) throw unusable(path, error);
    const reason = reasonOf(error);
    // A reader's slot is identified by its process id.
    const fix = reason.includes('No transaction to renew')
      ? 'is open in another container, in a process with the same pid: give each container a folder of its own'
      : `cannot be opened (${reason}): remove that folder`;
    throw new Error(`cache.path: the store in ${folder.path} ${fix}`, { cause: error });
  }
}
