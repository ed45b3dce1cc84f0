/** Decides whether the embedded store's files can be opened: LMDB ends the process over torn ones and those of others. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * LMDB marks each of the two pages that a store begins with; the first says how long a page is, each which page is the last, where
 * the tree of free pages begins, and of which write all that is.
 */
const mark = { value: 0xbeefc0de, at: 24, pageBytesAt: 48, freeRootAt: 88, lastPageAt: 144, writeAt: 152 };

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

/** Written in one go, in bytes. */
const zeroBytes = 1_048_576;

/**
 * Adds what the store in `folder` lacks of its pages, as zeros: one that was cut off is then corrupted to the library, where
 * the system would end the process that reads behind a file's end. A sound store may lack a few, which nobody reads: those that one
 * transaction took and gave back. On a full disk it stays as it is. Throws an Error when more than `maxBytes` are missing, or the
 * tree of free pages, on which the library relies without a look.
 */
export function fillUp(folder: string, maxBytes: number): void {
  const file = join(folder, storeFiles[0]);
  if (fileBytes(file) === 0) return;
  // What another process writes meanwhile is not hurt: the system puts the zeros behind the file's end, wherever that is by then.
  const descriptor = openSync(file, constants.O_RDWR | constants.O_APPEND);
  try {
    const missing = missingBytes(descriptor);
    if (missing > maxBytes || (missing > 0 && lacksFreeTree(descriptor))) throw new Error('it is cut off');
    for (let left = missing; left > 0; left -= zeroBytes) addZeros(descriptor, Math.min(zeroBytes, left));
  } finally {
    closeSync(descriptor);
  }
}

/** How much shorter the file is than its heads say; negative for a longer one. */
function missingBytes(descriptor: number): number {
  const pageBytes = numberAt(descriptor, mark.pageBytesAt);
  const lastPages = [0, pageBytes].map((page) => numberAt(descriptor, page + mark.lastPageAt, 8));
  return (Math.max(...lastPages) + 1) * pageBytes - fstatSync(descriptor).size;
}

/** True when the tree of free pages as it was last written begins behind the file's end, or in a page that is cut. */
function lacksFreeTree(descriptor: number): boolean {
  const pageBytes = numberAt(descriptor, mark.pageBytesAt);
  const [first = 0, second = 0] = [0, pageBytes].map((page) => numberAt(descriptor, page + mark.writeAt, 8));
  const head = second > first ? pageBytes : 0;
  const root = numberAt(descriptor, head + mark.freeRootAt, 8);
  // The number of no page is larger than that of any.
  return root <= numberAt(descriptor, head + mark.lastPageAt, 8) && (root + 1) * pageBytes > fstatSync(descriptor).size;
}

function addZeros(descriptor: number, bytes: number): void {
  try {
    writeSync(descriptor, Buffer.alloc(bytes));
  } catch {
    // A full disk: whether the store is sound is not known.
  }
}

/** True for what the library can open as its own: no file, an empty one, one that begins as a store does. */
function isStore(file: string): boolean {
  if (fileBytes(file) === 0) return true;
  const descriptor = openSync(file, 'r');
  try {
    const pageBytes = numberAt(descriptor, mark.pageBytesAt);
    return [0, pageBytes].every((page) => numberAt(descriptor, page + mark.at) === mark.value);
  } finally {
    closeSync(descriptor);
  }
}

/** The number at a place of the file, `byteLength` bytes long, 0 behind its end. */
function numberAt(descriptor: number, at: number, byteLength: 4 | 8 = 4): number {
  const bytes = Buffer.alloc(8);
  readSync(descriptor, bytes, 0, byteLength, at);
  return Number(bytes.readBigUInt64LE());
}

/** The size of a file, 0 for none. */
export function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
