/**
 * Decides which folder the embedded store is in. Its pages are not synced to disk, so a power failure may leave a torn store: each boot of
 * the machine has its own folder, and a start removes the others. The number in the name is the size limit that the store was created with,
 * so that processes that find a store too large agree on the name of the next.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { fileBytes, storeFiles } from './embedded-files.ts';

/** The folder of a store. */
export interface StoreFolder {
  readonly path: string;
  /** True when no power failure can have torn its files. */
  readonly isOfThisBoot: boolean;
}

/** The number of the store's format. The first format had none; the second stored times since 1970. */
const format = 3;
const folderName = /^bids-(?:\d-)?(?:boot-[\da-f-]{36}|any)-\d+$/;

/**
 * Finds or makes the store's folder in `path`, and removes other stores there: those of other boots and formats, and one larger than
 * `maxBytes`, which would never shrink. `keepsOthers` keeps folders of other names. Throws an Error that names the setting.
 */
export function openFolder(path: string, maxBytes: number, keepsOthers = false): StoreFolder {
  const boot = bootId();
  const ofThisBoot = `bids-${format}-${boot === '' ? 'any' : `boot-${boot}`}-`;
  let name = `${ofThisBoot}${maxBytes}`;
  try {
    makeFolder(path);
    const found = readdirSync(path).filter((other) => folderName.test(other));
    const fits = (other: string): boolean => fileBytes(join(path, other, storeFiles[0])) <= maxBytes;
    name = found.find((other) => other.startsWith(ofThisBoot) && fits(other)) ?? name;
    // Removing comes first: it makes room on a full disk.
    for (const other of found) {
      if (other === name ? !fits(other) : !keepsOthers) rmSync(join(path, other), { recursive: true, force: true });
    }
    makeFolder(join(path, name));
    if (!hasStore(join(path, name))) checkRoom(join(path, name));
  } catch (error) {
    throw unusable(path, error);
  }
  return { path: join(path, name), isOfThisBoot: boot !== '' };
}

/** The error when the system refuses to work with the folder `path`, for lack of rights or of room. */
export function unusable(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code ?? 'unusable';
  const fix = 'name a folder that this process may write to, on a disk with free space';
  return new Error(`cache.path ${path} cannot be used (${code}): ${fix}`, { cause: error });
}

/** True when LMDB need not write before it can read: even on a full disk, stored bids are then still served. */
function hasStore(folder: string): boolean {
  return storeFiles.every((file) => fileBytes(join(folder, file)) > 0);
}

/** Throws when the disk is full: LMDB crashes the process when it cannot write its first pages. */
function checkRoom(folder: string): void {
  const probe = join(folder, `room-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(65_536));
  } finally {
    rmSync(probe, { force: true });
  }
}

/** The kernel's id of this boot, '' when there is none (systems other than Linux). */
function bootId(): string {
  try {
    const id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return /^[\da-f-]{36}$/.test(id) ? id : '';
  } catch {
    return '';
  }
}
