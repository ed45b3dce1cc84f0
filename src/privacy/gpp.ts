/** Reads a GPP string: its sections, and the text of each (IAB Tech Lab, 'GPP String'). */
import { Bits } from './bits.ts';

/** The texts of a GPP string by section id. */
export type GppSections = ReadonlyMap<number, string>;

/** The longest GPP string that is read, in characters. */
const maxGppLength = 32_768;
/** The most sections of one string; some twenty are defined. */
const maxSections = 64;

/** The sections of `text`; undefined when it is no GPP string of version 1. Never throws. */
export function readGpp(text: string): GppSections | undefined {
  if (text.length > maxGppLength) return undefined;
  const [header = '', ...texts] = text.split('~', maxSections + 2);
  const ids = sectionIds(header);
  if (ids === undefined || ids.length !== texts.length) return undefined;
  return new Map(ids.map((id, at) => [id, texts[at]!]));
}

/** Reads the header: type 3, version 1, then ascending ids as differences. */
function sectionIds(header: string): number[] | undefined {
  const bits = Bits.of(header);
  if (bits === undefined || bits.read(6) !== 3 || bits.read(6) !== 1) return undefined;
  const count = bits.read(12);
  if (bits.isBroken) return undefined;
  const ids: number[] = [];
  let last = 0;
  for (let left = count; left > 0; left--) {
    const isRange = bits.flag();
    const first = last + readFibonacci(bits);
    last = isRange ? first + readFibonacci(bits) : first;
    if (bits.isBroken || !(last - first < maxSections) || ids.length >= maxSections) return undefined;
    for (let id = first; id <= last; id++) ids.push(id);
  }
  return ids;
}

/** Reads a number in Fibonacci coding: one bit for each of 1, 2, 3, 5, 8…, ended by two set bits in a row; NaN when it does not end. */
function readFibonacci(bits: Bits): number {
  let value = 0;
  let [number, next] = [1, 2];
  for (let before = false; number < 1_000_000;) {
    const isSet = bits.flag();
    if (isSet && before) return value;
    if (isSet) value += number;
    before = isSet;
    [number, next] = [next, number + next];
  }
  return Number.NaN;
}
