/**
 * Decides how integers that a double cannot hold get through the service: as `bigint`, which JSON writes with the digits it came
 * with (spec 1, 'passed unchanged'). They stand where nobody asked for a type, in `ext` above all: checks of types make numbers of
 * the others. Reading them costs a walk of what was read; texts without them cost a look at one in sixteen characters.
 */
import { maxDepth } from './depth.ts';
import { isEscaped } from './member-at.ts';
import { setOwn, type JsonObject } from './merge-patch.ts';

/** They have at least so many digits; what has more than any id is read as other numbers are. */
const shortest = 16;
const longest = 40;
/** Begins the string that stands for a long integer while the rest is read, as JSON and as its value; unread data has another mark in the same text. */
const markJson = String.raw`\u0002`;
const mark = '\u0002';
const before = /[[:,\s]-?$/;
const after = /\s*[,\]}]/y;

/** What `JSON.parse` asks of each value; `source` is its text where it is no object. */
export type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** As `JSON.parse`, but with long integers; in texts that nest too deeply to be used they are numbers. */
export function parseJson(text: string, reviver?: Reviver): unknown {
  const revive = reviver as Parameters<typeof JSON.parse>[1];
  const marked = markLong(text);
  if (marked === undefined) return JSON.parse(text, revive);
  const all = { value: JSON.parse(marked, revive) as unknown };
  return restoreLong(all, maxDepth + 1) ? all.value : JSON.parse(text, revive);
}

/** The text with strings in place of long integers; undefined when it has none, or when the strings would not be told from others. */
function markLong(text: string): string | undefined {
  const quotes = new Quotes(text);
  let marked = '';
  let done = 0;
  for (let at = shortest - 1; at < text.length; at += shortest) {
    if (!isDigit(text.charCodeAt(at))) continue;
    let start = at;
    while (isDigit(text.charCodeAt(start - 1))) start--;
    while (isDigit(text.charCodeAt(at + 1))) at++;
    if (!isLong(text, start, at + 1) || quotes.hold(start)) continue;
    if (text.charAt(start - 1) === '-') start--;
    marked += `${text.slice(done, start)}"${markJson}${text.slice(start, at + 1)}"`;
    done = at + 1;
  }
  return done === 0 || text.includes(markJson) ? undefined : marked + text.slice(done);
}

/** True for digits that are all of a number's, and more than fit. */
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

/** Tells, for places one after the other, which lie in strings of a JSON text. */
class Quotes {
  readonly #text: string;
  /** The first that no place has passed, -1 for none: found once, however many places lie before it. */
  #next: number;
  #isOpen = false;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf('"');
  }

  hold(place: number): boolean {
    while (this.#next >= 0 && this.#next <= place) {
      if (!this.#isOpen || !isEscaped(this.#text, this.#next)) this.#isOpen = !this.#isOpen;
      this.#next = this.#text.indexOf('"', this.#next + 1);
    }
    return this.#isOpen;
  }
}

/** Puts the integers into what was read, which is changed. False when it is deeper than `levels`. */
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

/**
 * The value as who reads it by a type wants it: with numbers in place of long integers, and where nulls are to be dropped without
 * members that are null, in objects and lists at any depth; the same value when there are none.
 */
export function readable(value: unknown, nulls: 'keep' | 'drop'): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null || isReadable(value, nulls)) return value;
  if (Array.isArray(value)) return value.map((entry) => readable(entry, nulls));
  const kept: { [key: string]: unknown } = {};
  for (const [key, member] of Object.entries(value)) {
    if (member !== null || nulls === 'keep') setOwn(kept, key, readable(member, nulls));
  }
  return kept;
}

function isReadable(value: object, nulls: 'keep' | 'drop'): boolean {
  const takesNull = nulls === 'keep' || Array.isArray(value);
  for (const key in value) {
    const member = (value as JsonObject)[key];
    if (typeof member === 'bigint' || (member === null && !takesNull)) return false;
    if (typeof member === 'object' && member !== null && !isReadable(member, nulls)) return false;
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
