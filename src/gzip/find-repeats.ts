/** Finds repeated byte sequences in a text (RFC 1951, 4). It checks only the latest earlier position with the same four bytes. */

/** The largest distance and length of a repeat, in bytes. */
export const farthest = 8192;
export const longest = 258;

/** Receives a text in order: single bytes, or repeats of the `length` bytes that lie `distance` bytes before. */
export interface RepeatSink {
  byte(value: number): void;
  repeat(length: number, distance: number): void;
}

const minLength = 4;
const tableSize = 4096;
const unusedBits = 20;
const mostCounted = 1_000_000_000;

/** The latest position of four bytes with this hash, counted over all texts, so that the table need not be cleared for each. */
const latest = new Int32Array(tableSize);
/** Not 0, which `latest` has where there is no position. */
const firstPosition = 1;
let counted = firstPosition;

/** Passes the whole `text` to `to`. */
export function findRepeats(text: Uint8Array, to: RepeatSink): void {
  const start = startPosition(text.length);
  const end = text.length - minLength;
  let at = 0;
  while (at <= end) {
    const word = wordAt(text, at);
    const place = placeOf(word);
    const before = latest[place]! - start;
    latest[place] = start + at;
    if (before >= 0 && at - before <= farthest && wordAt(text, before) === word) {
      const length = commonLength(text, before, at);
      to.repeat(length, at - before);
      at += length;
    } else {
      to.byte(text[at]!);
      at += 1;
    }
  }
  for (; at < text.length; at += 1) to.byte(text[at]!);
}

/** The start position of a text of this length in the running count. */
function startPosition(length: number): number {
  if (counted > mostCounted) {
    latest.fill(0);
    counted = firstPosition;
  }
  const start = counted;
  counted += length;
  return start;
}

function wordAt(text: Uint8Array, at: number): number {
  return text[at]! | (text[at + 1]! << 8) | (text[at + 2]! << 16) | (text[at + 3]! << 24);
}

/** Knuth's multiplicative hash. */
function placeOf(word: number): number {
  return Math.imul(word, 0x9e37_79b1) >>> unusedBits;
}

function commonLength(text: Uint8Array, before: number, at: number): number {
  const maxLength = Math.min(longest, text.length - at);
  let length = minLength;
  while (length < maxLength && text[before + length] === text[at + length]) length += 1;
  return length;
}
