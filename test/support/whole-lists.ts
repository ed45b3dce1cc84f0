/** Patterns for `t.match`, which ignores entries of a list beyond those of its pattern: `[]` would match every list. */
import { isObject } from '../../src/openrtb/json-object.ts';

/** The pattern, in which each list also matches its length; anything but lists and plain objects stays. */
export function wholeLists(pattern: unknown): unknown {
  const isPlain = isObject(pattern) && Object.getPrototypeOf(pattern) === Object.prototype;
  if (!Array.isArray(pattern) && !isPlain) return pattern;
  const members = Object.entries(pattern).map(([key, value]) => [key, wholeLists(value)]);
  return Object.fromEntries(Array.isArray(pattern) ? [...members, ['length', pattern.length]] : members);
}
