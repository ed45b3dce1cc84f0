/** Opens the embedded store, and decides what a host is told when it cannot be opened (traps, 'LMDB'). */
import { join } from 'node:path';
import { reasonOf } from '../error-text.ts';
import { checkStore, fillUp, storeFiles } from './embedded-files.ts';
import { openFolder, unusable } from './embedded-folder.ts';
import { EmbeddedTables } from './embedded-tables.ts';

/** A file of another user, or on a disk that is only read. */
const forbidden: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * The tables of the store in `path`, and the file that they are in. The memory map is larger than the file may become: it is
 * moved only where a process with a larger cap, at a reload, makes the file grow. Throws an Error that names `cache.path` and the fix.
 */
export function openTables(path: string, maxBytes: number, leavesOthers: boolean) {
  const folder = openFolder(path, maxBytes, leavesOthers);
  try {
    checkStore(folder.path);
    fillUp(folder.path, maxBytes);
    const tables = new EmbeddedTables(folder, Math.ceil(maxBytes * 1.25) + 16_777_216);
    return { tables, file: join(folder.path, storeFiles[0]), isOfThisBoot: folder.isOfThisBoot };
  } catch (error) {
    // That says nothing of the store.
    if (forbidden.has((error as NodeJS.ErrnoException).code)) throw unusable(path, error);
    const reason = reasonOf(error);
    // Its place among the readers has the number of the process.
    const fix = reason.includes('No transaction to renew')
      ? 'is open in another container, in a process of the same number: give each container a folder of its own'
      : `cannot be opened (${reason}): remove that folder`;
    throw new Error(`cache.path: the store in ${folder.path} ${fix}`, { cause: error });
  }
}
