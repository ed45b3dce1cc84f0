/** Decides what of a plugin's answer counts: what JSON can write of it, as a copy that the plugin holds no hand in. */
import { isObject, own, setOwn, without } from '../openrtb/merge-patch.ts';

/**
 * `made` as plain JSON: what is `given` (at the same place, or in the same list) stays the same object, all else is copied, for a
 * plugin may keep it as a variable of its own; getters are asked once, and what JSON has no word for is left out. Throws a TypeError
 * for what nests deeper than `levels`, and whatever a getter throws.
 */
export function plainCopy(made: unknown, given: unknown, levels: number): unknown {
  if (made === given || typeof made !== 'object' || made === null) return made;
  if (levels === 0) throw new TypeError('what it made nests too deep');
  if (typeof (made as { toJSON?: unknown }).toJSON === 'function')
    return plainCopy((made as { toJSON(): unknown }).toJSON(), given, levels - 1);
  return Array.isArray(made) ? plainList(made, given, levels) : plainObject(made, given, levels);
}

function plainList(made: readonly unknown[], given: unknown, levels: number): unknown[] {
  const known: readonly unknown[] = Array.isArray(given) ? given : [];
  // Imps and deals are left out more often than they change: those behind them are the same objects, elsewhere.
  const anywhere = new Set(known);
  return Array.from(made, (entry, at) => {
    if (anywhere.has(entry)) return entry;
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
