/** Finds what stands in a text a second time (RFC 1951, 4): the latest place alone is looked at, where four bytes are the same. */

/** How far back a repeat may lie, and how long it may be, in bytes. */
export const farthest = 8192;
export const longest = 258;

/** Takes a text's bytes as they come: alone, or as `length` bytes that stand `distance` bytes before. */
export interface Takes {
  byte(value: number): void;
  repeat(length: number, distance: number): void;
}

const shortest = 4;
const places = 4096;
const unusedBits = 20;
const mostCounted = 1_000_000_000;

/** Where four bytes with this hash stood last, counted over all texts, so that a text need not clear what one before has left. */
const latest = new Int32Array(places);
let counted = 1;

/** Hands on the whole of `text`. */
export function findRepeats(text: Uint8Array, to: Takes): void {
  const start = begin(text.length);
  const end = text.length - shortest;
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

/** Where a text of this length begins in the count. */
function begin(length: number): number {
  if (counted > mostCounted) {
    latest.fill(0);
    counted = 1;
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
  const most = Math.min(longest, text.length - at);
  let length = shortest;
  while (length < most && text[before + length] === text[at + length]) length += 1;
  return length;
}
