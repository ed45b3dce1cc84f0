/** Decides what code that reads parsed JSON by a type gets: no long integers, and no nulls where these count as absent. */
import { setOwn, type JsonObject } from './json-object.ts';

/**
 * The value for code that reads it by a type: with numbers in place of long integers and, for 'drop', without object members that are null,
 * at any depth. The same value when nothing changes. One walk, however deep what changes lies.
 */
export function readable(value: unknown, nulls: 'keep' | 'drop'): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? readableList(value, nulls) : readableObject(value as JsonObject, nulls);
}

function readableList(list: readonly unknown[], nulls: 'keep' | 'drop'): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let at = 0; at < list.length; at++) {
    const entry = list[at];
    const kept = readable(entry, nulls);
    if (kept !== entry) (copy ??= list.slice())[at] = kept;
  }
  return copy ?? list;
}

function readableObject(object: JsonObject, nulls: 'keep' | 'drop'): JsonObject {
  let copy: { [key: string]: unknown } | undefined;
  for (const key in object) {
    const member = object[key];
    const isGone = member === null && nulls === 'drop';
    const kept = readable(member, nulls);
    if (kept !== member || isGone) copy ??= membersBefore(key, object);
    if (copy !== undefined && !isGone) setOwn(copy, key, kept);
  }
  return copy ?? object;
}

/** Built up, because `delete` would leave an object that is slow to copy and serialize. */
function membersBefore(last: string, object: JsonObject): { [key: string]: unknown } {
  const copy: { [key: string]: unknown } = {};
  for (const key in object) {
    if (key === last) break;
    setOwn(copy, key, object[key]);
  }
  return copy;
}
