/**
 * Opens the embedded store, or explains to the host why it cannot be opened (traps, 'LMDB'). It only caches bids, so a damaged one is
 * replaced: a host is better served with an empty store than with none (decisions, 'Caching': a failure costs the keys, never an auction).
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../error-text.ts';
import { checkStore, DamagedStore, fillUp, storeFiles } from './embedded-files.ts';
import { openFolder, unusable } from './embedded-folder.ts';
import { EmbeddedTables } from './embedded-tables.ts';
import { openAlone } from './open-alone.ts';

/** LMDB's codes for a page that is missing or of the wrong type, and for a file that is not a store. */
const damageCodes: ReadonlySet<unknown> = new Set([-30_797, -30_796, -30_793]);

/** Error codes for files of another user or on a read-only disk. */
const forbidden: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Where the store is, and its size limit. `onDamage` is told when an empty store replaces a damaged one; without it that throws. */
export interface Opening {
  readonly path: string;
  readonly maxBytes: number;
  readonly keepsOthers: boolean;
  readonly onDamage?: ((error: Error) => void) | undefined;
}

/** An open store: its tables, its data file, and whether no power failure can have torn that. */
export interface Opened {
  readonly tables: EmbeddedTables;
  readonly file: string;
  readonly isOfThisBoot: boolean;
}

/**
 * Opens the store. The memory map is larger than the file may become; it is remapped only when a process with a larger limit, after a
 * reload, grows the file. Throws an Error that names `cache.path` and the fix.
 */
export function openTables(opening: Opening): Opened {
  return openAlone(opening.path, () => openOrReplace(opening));
}

function openOrReplace(opening: Opening): Opened {
  const { path, maxBytes, keepsOthers, onDamage } = opening;
  const folder = openFolder(path, maxBytes, keepsOthers);
  try {
    checkStore(folder.path);
    fillUp(folder.path, maxBytes);
    const tables = new EmbeddedTables(folder, Math.ceil(maxBytes * 1.25) + 16_777_216);
    return { tables, file: join(folder.path, storeFiles[0]), isOfThisBoot: folder.isOfThisBoot };
  } catch (error) {
    const loss = onDamage && isDamage(error) ? removeDamaged(folder.path, error) : undefined;
    if (loss === undefined) throw explained(path, folder.path, error);
    onDamage?.(loss);
    return openOrReplace({ ...opening, onDamage: undefined });
  }
}

/** True when `error` says that the store's files are damaged, and not that this process may not open or write them. */
function isDamage(error: unknown): boolean {
  return error instanceof DamagedStore || damageCodes.has((error as { code?: unknown }).code);
}

/** Removes the store in `folder`. Returns what to tell the host, undefined when it cannot be removed. */
function removeDamaged(folder: string, error: unknown): Error | undefined {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    return undefined;
  }
  return new Error(
    `cache.path: the store in ${folder} was damaged (${reasonOf(error)}): an empty one replaces it, and its contents are lost`,
  );
}

function explained(path: string, folder: string, error: unknown): Error {
  // Missing rights say nothing about the store itself.
  if (forbidden.has((error as NodeJS.ErrnoException).code)) return unusable(path, error);
  const reason = reasonOf(error);
  // A reader's slot is identified by its process id.
  const fix = reason.includes('No transaction to renew')
    ? 'is open in another container, in a process with the same pid: give each container a folder of its own'
    : `cannot be opened (${reason}): remove that folder`;
  return new Error(`cache.path: the store in ${folder} ${fix}`, { cause: error });
}
