/** Reads foreign JSON of unknown shape for definitions: only own members count, and nothing throws. */
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { nodeAt } from '../openrtb/node-at.ts';

/** The value at a path of member names; undefined if the path breaks off. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return nodeAt(value, path);
}

/** The string at a path; '' for anything else. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** A string, number or boolean as text; undefined for anything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return ['number', 'bigint', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

/** The number at a path, also if written as a string; 0 for anything else. */
export function numberAt(value: unknown, ...path: readonly string[]): number {
  const found = valueAt(value, ...path);
  // A blank string becomes 0.
  const number = typeof found === 'string' || typeof found === 'bigint' ? Number(found) : found;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}

/** The whole number above 0 at a path, also if written as a string; 0 for anything else. */
export function wholeAt(value: unknown, ...path: readonly string[]): number {
  const number = numberAt(value, ...path);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** The object at a path; an empty one for anything else. */
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

/** The value with `change` applied to each entry of its list `name`. A value without such a list is returned as it is. */
export function eachIn(value: unknown, name: string, change: (entry: unknown) => unknown): unknown {
  const list = valueAt(value, name);
  return isObject(value) && Array.isArray(list) ? { ...value, [name]: list.map((entry) => change(entry)) } : value;
}

/** The JSON text of a value, with the keys of every object sorted. */
export function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  );
}
