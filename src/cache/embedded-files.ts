/** Checks the embedded store's files before they are opened: LMDB crashes the process on torn files and on those of other programs. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { waitInPlace } from './open-alone.ts';

/** The error of files that LMDB must not open. */
export class DamagedStore extends Error {}

/**
 * Offsets in LMDB's two meta pages, with which a store begins. The first page holds the page size; each holds the number of the store's
 * last page, the root of the tree of free pages, and the number of the transaction that wrote it.
 */
const mark = { value: 0xbeefc0de, at: 24, pageBytesAt: 48, freeRootAt: 88, lastPageAt: 144, writeAt: 152 };

/** The names of a store's files: the data, and the readers. */
export const storeFiles = ['data.mdb', 'lock.mdb'] as const;

/** How long a process of an older version, which waits for no other, may take to create the store; and how often to look. Milliseconds. */
const beginMs = 1000;
const lookMs = 50;

/** Throws a `DamagedStore` that names the fault of the files in `folder`. */
export function checkStore(folder: string): void {
  const files = storeFiles.map((name) => join(folder, name));
  for (const file of files) {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isFile() === false) throw new DamagedStore(`${file} is not a regular file`);
  }
  const [data = ''] = files;
  for (let leftMs = beginMs; !isStore(data); leftMs -= lookMs) {
    if (leftMs <= 0) throw new DamagedStore(`${data} is not a store`);
    waitInPlace(lookMs);
  }
}

/** The bytes written at a time. */
const zeroBytes = 1_048_576;

/**
 * Appends the pages that the store in `folder` lacks, as zeros. LMDB then reports a truncated store as corrupt; otherwise the system would
 * kill the process that reads past the end of the file. Even a sound store may lack a few pages that nobody reads: those that one
 * transaction took and gave back. On a full disk the file stays as it is. Throws a `DamagedStore` when more than `maxBytes` are missing, or
 * the tree of free pages, which LMDB trusts unchecked.
 */
export function fillUp(folder: string, maxBytes: number): void {
  const file = join(folder, storeFiles[0]);
  if (fileBytes(file) === 0) return;
  // Concurrent writes of another process are safe: with O_APPEND the zeros go after the file's current end.
  const descriptor = openSync(file, constants.O_RDWR | constants.O_APPEND);
  try {
    const missing = missingBytes(descriptor);
    if (missing > maxBytes || (missing > 0 && lacksFreeTree(descriptor))) throw new DamagedStore('it is cut off');
    for (let left = missing; left > 0; left -= zeroBytes) addZeros(descriptor, Math.min(zeroBytes, left));
  } finally {
    closeSync(descriptor);
  }
}

/** How many bytes the file is shorter than its meta pages say; negative for a longer file. */
function missingBytes(descriptor: number): number {
  const pageBytes = numberAt(descriptor, mark.pageBytesAt);
  const lastPages = [0, pageBytes].map((page) => numberAt(descriptor, page + mark.lastPageAt, 8));
  return (Math.max(...lastPages) + 1) * pageBytes - fstatSync(descriptor).size;
}

/** True when the last written root of the tree of free pages lies beyond the end of the file, or its page is incomplete. */
function lacksFreeTree(descriptor: number): boolean {
  const pageBytes = numberAt(descriptor, mark.pageBytesAt);
  const [first = 0, second = 0] = [0, pageBytes].map((page) => numberAt(descriptor, page + mark.writeAt, 8));
  const head = second > first ? pageBytes : 0;
  const root = numberAt(descriptor, head + mark.freeRootAt, 8);
  // An empty tree has a root number larger than any page's.
  return root <= numberAt(descriptor, head + mark.lastPageAt, 8) && (root + 1) * pageBytes > fstatSync(descriptor).size;
}

function addZeros(descriptor: number, bytes: number): void {
  try {
    writeSync(descriptor, Buffer.alloc(bytes));
  } catch {
    // The disk is full: whether the store is sound stays unknown.
  }
}

/** True for what LMDB can open: no file, an empty one, or one that begins as a store. */
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

/** Reads a number of `byteLength` bytes at an offset of the file, 0 past its end. */
function numberAt(descriptor: number, at: number, byteLength: 4 | 8 = 4): number {
  const bytes = Buffer.alloc(8);
  readSync(descriptor, bytes, 0, byteLength, at);
  return Number(bytes.readBigUInt64LE());
}

/** The size of a file in bytes, 0 for none. */
export function fileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
