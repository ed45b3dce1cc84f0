/** Decides how definitions read foreign JSON of unknown shape: own members only, and nothing throws. */
import { isObject, own, type JsonObject } from '../openrtb/merge-patch.ts';

/** What lies at the end of a path of member names; undefined where it breaks off. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) at = isObject(at) ? own(at, name) : undefined;
  return at;
}

/** The string at the end of a path; '' for anything else. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** The number at the end of a path, also one written as text; 0 for anything else. */
export function numberAt(value: unknown, ...path: readonly string[]): number {
  const found = valueAt(value, ...path);
  // Of a blank text this makes 0.
  const number = typeof found === 'string' || typeof found === 'bigint' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/** The whole number above 0 at the end of a path, also one written as text; 0 for anything else. */
export function wholeAt(value: unknown, ...path: readonly string[]): number {
  const number = numberAt(value, ...path);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** The object at the end of a path; an empty one for anything else. */
export function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}

/** The entries of a list; none for anything else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The strings of a list; none for anything else. */
export function textsOf(value: unknown): string[] {
  return asList(value).filter((entry) => typeof entry === 'string');
}

/** The value with each entry of its list `name` changed; a value without such a list as it is. */
export function eachIn(value: unknown, name: string, change: (entry: unknown) => unknown): unknown {
  const list = valueAt(value, name);
  return isObject(value) && Array.isArray(list) ? { ...value, [name]: list.map((entry) => change(entry)) } : value;
}

/** The JSON text of a value, the keys of every object in the order of the alphabet. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}
