/** Decides whether the embedded store's files can be opened: LMDB ends the process over torn ones and those of others. */
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where LMDB keeps what it says of a store: on each of the two pages that it begins with, which transactions write in turn. The first
 * says how long a page is.
 */
const head = { bytes: 160, mark: 0xbeefc0de, markAt: 24, pageBytesAt: 48, lastPageAt: 144, transactionAt: 152 };

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
  if (storeFault(data) === '') return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, beginMs);
  const fault = storeFault(data);
  if (fault !== '') throw new Error(`${data} ${fault}`);
}

/** Why the library cannot open the file as its own; '' for none, an empty one, and one that begins as a store does and has all its pages. */
function storeFault(file: string): string {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return '';
  const descriptor = openSync(file, 'r');
  try {
    const first = headAt(descriptor, 0);
    const pageBytes = first.readUInt32LE(head.pageBytesAt);
    const second = headAt(descriptor, pageBytes);
    if ([first, second].some((bytes) => bytes.readUInt32LE(head.markAt) !== head.mark)) return 'is no store';
    const transaction = (bytes: Buffer): bigint => bytes.readBigUInt64LE(head.transactionAt);
    const newest = transaction(first) > transaction(second) ? first : second;
    // A transaction's pages are written before its head: whatever is under way, the file is no shorter.
    const pages = Number(newest.readBigUInt64LE(head.lastPageAt)) + 1;
    return fstatSync(descriptor).size < pages * pageBytes ? 'is cut off' : '';
  } finally {
    closeSync(descriptor);
  }
}

/** The head of the page at a place of the file, 0 behind the file's end. */
function headAt(descriptor: number, at: number): Buffer {
  const bytes = Buffer.alloc(head.bytes);
  readSync(descriptor, bytes, 0, head.bytes, at);
  return bytes;
}
