/**
 * Decides in which folder the embedded store lives. Its pages are not forced to the disk, so what a power failure left behind
 * may be torn: every boot of the machine, and every size cap, has a folder of its own, and a start removes the others.
 */
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../make-folder.ts';

/** A folder of the store. */
export interface StoreFolder {
  readonly path: string;
  /** True when no power failure can have torn what is in it. */
  readonly isOfThisBoot: boolean;
}

const folderName = /^bids-(?:boot-[\da-f-]{36}|any)-\d+$/;

/** Makes the folder `path`, which may hold stores of other boots and sizes: they are left alone. Throws an Error that names the setting. */
export function makeCacheFolder(path: string): void {
  try {
    makeFolder(path);
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** Makes the folder for `maxBytes` in `path` and removes the store's other folders there. Throws an Error that names the setting. */
export function openFolder(path: string, maxBytes: number): StoreFolder {
  const boot = bootId();
  const name = `bids-${boot === '' ? 'any' : `boot-${boot}`}-${maxBytes}`;
  try {
    makeFolder(join(path, name));
    for (const other of readdirSync(path)) {
      if (other !== name && folderName.test(other)) rmSync(join(path, other), { recursive: true, force: true });
    }
    checkRoom(join(path, name));
  } catch (error) {
    throw unusable(path, error);
  }
  return { path: join(path, name), isOfThisBoot: boot !== '' };
}

/** LMDB marks each of the two pages that a store begins with; the first says how long a page is. */
const mark = { value: 0xbeefc0de, at: 24, pageBytesAt: 48 };

/** How long another process may take to begin the store, in milliseconds. */
const beginMs = 50;

/** Throws an Error that says what is wrong with the files of the store in `folder`: the library ends the process over such files. */
export function checkStore(folder: string): void {
  const files = ['data.mdb', 'lock.mdb'].map((name) => join(folder, name));
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() === false) throw new Error(`${file} is no plain file`);
  }
  const [data = ''] = files;
  if (isStore(data)) return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, beginMs);
  if (!isStore(data)) throw new Error(`${data} is no store`);
}

/** True for what the library can open as its own: no file, an empty one, one that begins as a store does. */
function isStore(file: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return true;
  const descriptor = openSync(file, 'r');
  try {
    const pageBytes = numberAt(descriptor, mark.pageBytesAt);
    return [0, pageBytes].every((page) => numberAt(descriptor, page + mark.at) === mark.value);
  } finally {
    closeSync(descriptor);
  }
}

/** The number at a place of the file, 0 behind its end. */
function numberAt(descriptor: number, at: number): number {
  const bytes = Buffer.alloc(4);
  readSync(descriptor, bytes, 0, 4, at);
  return bytes.readUInt32LE();
}

function unusable(path: string, error: unknown): Error {
  const code = (error as NodeJS.ErrnoException).code ?? 'unusable';
  const fix = 'name a folder that this process may write, on a disk with room';
  return new Error(`cache.path ${path} cannot be used (${code}): ${fix}`, { cause: error });
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
