/** Decides which part of a plugin's answer counts: what JSON can express, as a copy to which the plugin keeps no reference. */
import { isObject, own, setOwn, without } from '../openrtb/json-object.ts';

/**
 * `made` as plain JSON. Objects that are also in `given` (at the same place, or in the same list) are kept; all else is copied, since a
 * plugin may keep it in a variable. Getters are called once, and what JSON cannot express is left out. Throws a TypeError if `made` nests
 * deeper than `levels`, and whatever a getter throws.
 */
export function plainCopy(made: unknown, given: unknown, levels: number): unknown {
  if (made === given || typeof made !== 'object' || made === null) return made;
  if (levels === 0) throw new TypeError('its result is nested too deeply');
  if (typeof (made as { toJSON?: unknown }).toJSON === 'function')
    return plainCopy((made as { toJSON(): unknown }).toJSON(), given, levels - 1);
  return Array.isArray(made) ? plainList(made, given, levels) : plainObject(made, given, levels);
}

function plainList(made: readonly unknown[], given: unknown, levels: number): unknown[] {
  const known: readonly unknown[] = Array.isArray(given) ? given : [];
  // Imps and deals are left out more often than changed: those after a removed one are the same objects at other indexes.
  const givenEntries = new Set(known);
  return Array.from(made, (entry, at) => {
    if (givenEntries.has(entry)) return entry;
    const copy = plainCopy(entry, known[at], levels - 1);
    return isNothing(copy) ? null : copy;
  });
}

function plainObject(made: object, given: unknown, levels: number): object {
  const copy: { [key: string]: unknown } = { ...made };
  const before = isObject(given) ? given : undefined;
  const absent: string[] = [];
  for (const key of Object.keys(copy)) {
    const member = plainCopy(copy[key], own(before, key), levels - 1);
    if (isNothing(member)) absent.push(key);
    else if (member !== copy[key]) setOwn(copy, key, member);
  }
  return without(copy, absent);
}

function isNothing(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}
