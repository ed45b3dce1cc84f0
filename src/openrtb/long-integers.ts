/**
 * Decides how integers that a double cannot hold pass through the service: as `bigint`, which serializes with its original digits (spec 1,
 * 'passed unchanged'). They survive where no type is checked, mostly in `ext`; type checks turn the others into numbers. A text with long
 * integers costs a walk of the parsed value; a text without them costs a look at one in sixteen characters.
 */
import { maxDepth } from './depth.ts';
import { isEscaped } from './member-at.ts';

/** The digits of a long integer. Longer ones, which no id has, are read as ordinary numbers. */
const shortest = 16;
const longest = 40;
/**
 * Starts the string that stands for a long integer during parsing, in JSON and as a value. Unread data uses another mark in the same text.
 */
const markJson = String.raw`\u0002`;
const mark = '\u0002';
const before = /[[:,\s]-?$/;
const after = /\s*[,\]}]/y;

/** A reviver for `JSON.parse`; `source` is the text of a value that is not an object. */
export type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** As `JSON.parse`, but with long integers. A text that nests too deeply to be used has numbers instead. */
export function parseJson(text: string, reviver?: Reviver): unknown {
  const revive = reviver as Parameters<typeof JSON.parse>[1];
  const marked = markLong(text);
  if (marked === undefined) return JSON.parse(text, revive);
  const all = { value: JSON.parse(marked, revive) as unknown };
  return restoreLong(all, maxDepth + 1) ? all.value : JSON.parse(text, revive);
}

/** The text with strings in place of long integers; undefined when it has none, or when it already contains the mark. */
function markLong(text: string): string | undefined {
  const quotes = new Quotes(text);
  let marked = '';
  let done = 0;
  for (let at = shortest - 1; at < text.length; at += shortest) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start--;
    while (isDigit(text.charCodeAt(at + 1))) at++;
    if (!isLong(text, start, at + 1) || quotes.enclose(start)) continue;
    if (text.charAt(start - 1) === '-') start--;
    marked += `${text.slice(done, start)}"${markJson}${text.slice(start, at + 1)}"`;
    done = at + 1;
  }
  return done === 0 || text.includes(markJson) ? undefined : marked + text.slice(done);
}

/** True if the digits from `start` to `end` are a whole JSON integer that a double cannot hold. */
function isLong(text: string, start: number, end: number): boolean {
  const digits = end - start;
  if (digits < shortest || digits > longest || text.charAt(start) === '0') return false;
  after.lastIndex = end;
  if (!before.test(text.slice(Math.max(0, start - 2), start)) || !after.test(text)) return false;
  const written = text.slice(start, end);
  return !Number.isSafeInteger(Number(written)) && String(Number(written)) !== written;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Tells whether places in a JSON text, asked in increasing order, lie in strings. */
class Quotes {
  readonly #text: string;
  /** The first quote after all places asked so far, -1 for none: found once, however many places lie before it. */
  #next: number;
  #isOpen = false;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf('"');
  }

  enclose(place: number): boolean {
    while (this.#next >= 0 && this.#next <= place) {
      if (!this.#isOpen || !isEscaped(this.#text, this.#next)) this.#isOpen = !this.#isOpen;
      this.#next = this.#text.indexOf('"', this.#next + 1);
    }
    return this.#isOpen;
  }
}

/** Replaces the marked strings in a parsed value, in place. False when it nests deeper than `levels`. */
function restoreLong(value: { [key: string]: unknown }, levels: number): boolean {
  if (levels < 0) return false;
  for (const key in value) {
    const member = value[key];
    if (typeof member === 'string') {
      if (member.startsWith(mark)) value[key] = BigInt(member.slice(1));
    } else if (typeof member === 'object' && member !== null) {
      if (!restoreLong(member as { [key: string]: unknown }, levels - 1)) return false;
    }
  }
  return true;
}

declare global {
  interface BigInt {
    /** What `JSON.stringify` writes. */
    toJSON(): object;
  }
  interface JSON {
    /** A value that `JSON.stringify` writes as `text`, the JSON of a string, a number, a boolean or null. */
    rawJSON(text: string): object;
  }
}

// oxlint-disable-next-line no-extend-native -- asked by every JSON.stringify of the process, which else throws
Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint): object {
    return JSON.rawJSON(this.toString());
  },
});
