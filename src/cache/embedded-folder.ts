/**
 * Decides in which folder the embedded store lives. Its pages are not forced to the disk, so what a power failure left behind
 * may be torn: every boot of the machine has a folder of its own, and a start removes the others. The number in its name is the
 * size cap that it was begun with: processes that find a store too large agree on the name of the next.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';
import { fileBytes, storeFiles } from './embedded-files.ts';

/** A folder of the store. */
export interface StoreFolder {
  readonly path: string;
  /** True when no power failure can have torn what is in it. */
  readonly isOfThisBoot: boolean;
}

/** The number of the form in which the store is kept now; the first had none. The second told times since 1970. */
const form = 3;
const folderName = /^bids-(?:\d-)?(?:boot-[\da-f-]{36}|any)-\d+$/;

/**
 * Finds the folder in `path` or makes it, and removes the store's other folders there: those of other boots and forms, and one of more
 * than `maxBytes`, which never shrinks. With `leavesOthers` they stay. Throws an Error that names the setting.
 */
export function openFolder(path: string, maxBytes: number, leavesOthers = false): StoreFolder {
  const boot = bootId();
  const ofThisBoot = `bids-${form}-${boot === '' ? 'any' : `boot-${boot}`}-`;
  let name = `${ofThisBoot}${maxBytes}`;
  try {
    makeFolder(path);
    const found = readdirSync(path).filter((other) => folderName.test(other));
    const fits = (other: string): boolean => fileBytes(join(path, other, storeFiles[0])) <= maxBytes;
    name = found.find((other) => other.startsWith(ofThisBoot) && fits(other)) ?? name;
    // First of all: on a full disk that makes room.
    for (const other of found) {
      if (other === name ? !fits(other) : !leavesOthers) rmSync(join(path, other), { recursive: true, force: true });
    }
    makeFolder(join(path, name));
    if (!hasStore(join(path, name))) checkRoom(join(path, name));
  } catch (error) {
    throw unusable(path, error);
  }
  return { path: join(path, name), isOfThisBoot: boot !== '' };
}

/** What a host is told when the system lets nothing be done in its folder `path`. */
export function unusable(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code ?? 'unusable';
  const fix = 'name a folder that this process may write, on a disk with room';
  return new Error(`cache.path ${path} cannot be used (${code}): ${fix}`, { cause: error });
}

/** True when the library has nothing to write before it can be read: on a full disk, bids that were kept are still served. */
function hasStore(folder: string): boolean {
  return storeFiles.every((file) => fileBytes(join(folder, file)) > 0);
}

/** The library ends the process when it cannot write its first pages: a full disk must be found before. */
function checkRoom(folder: string): void {
  const probe = join(folder, `room-${process.pid}`);
  try {
    writeFileSync(probe, Buffer.alloc(65_536));
  } finally {
    rmSync(probe, { force: true });
  }
}

/** The kernel's own name for this boot, '' where it has none (other systems than Linux). */
function bootId(): string {
  try {
    const id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return /^[\da-f-]{36}$/.test(id) ? id : '';
  } catch {
    return '';
  }
}
