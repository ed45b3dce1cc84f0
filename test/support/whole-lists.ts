/** Patterns for `t.match`, which of a list compares only as many entries as its pattern has: `[]` would match every list. */
import { isObject } from '../../src/openrtb/merge-patch.ts';

/** The pattern, each of its lists as long as it is; what is no list or plain object stays. */
export function wholeLists(pattern: unknown): unknown {
  const isPlain = isObject(pattern) && Object.getPrototypeOf(pattern) === Object.prototype;
  if (!Array.isArray(pattern) && !isPlain) return pattern;
  const members = Object.entries(pattern).map(([key, value]) => [key, wholeLists(value)]);
  return Object.fromEntries(Array.isArray(pattern) ? [...members, ['length', pattern.length]] : members);
}
