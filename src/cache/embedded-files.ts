/** Decides whether the embedded store's files can be opened: LMDB ends the process over torn ones and those of others. */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** LMDB marks each of the two pages that a store begins with; the first says how long a page is. */
const mark = { value: 0xbeefc0de, at: 24, pageBytesAt: 48 };

/** The names of a store's files: what is kept, and who reads it. */
export const storeFiles = ['data.mdb', 'lock.mdb'] as const;

/** How long another process may take to begin the store, in milliseconds. */
const beginMs = 50;

/** Throws an Error that says what is wrong with the files of the store in `folder`. */
export function checkStore(folder: string): void {
  const files = storeFiles.map((name) => join(folder, name));
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
