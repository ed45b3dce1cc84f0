/** Decides when a changed object is a new one: only if some member really differs, so that what is equal stays shared. */
import { setOwn, type JsonObject } from './merge-patch.ts';

/** Members to set; `undefined` removes one. */
export type Changes<T> = { [K in keyof T]?: T[K] | undefined };

/** The same object when it has all these members already, else a copy with them; unnamed members are shared. */
export function withChanges<T extends object>(object: T, changes: Changes<T>): T {
  const given = object as JsonObject;
  const wanted = changes as JsonObject;
  let copy: { [key: string]: unknown } | undefined;
  let removes = false;
  for (const key of Object.keys(wanted)) {
    const value = wanted[key];
    if (value === given[key]) continue;
    if (value === undefined) removes = true;
    copy ??= { ...given };
    setOwn(copy, key, value);
  }
  if (copy === undefined) return object;
  return (removes ? kept(copy) : copy) as T;
}

/** A copy without undefined members. Written anew: an object that members were deleted from is slow to read and to stringify. */
function kept(object: JsonObject): JsonObject {
  const copy: { [key: string]: unknown } = {};
  for (const key of Object.keys(object)) if (object[key] !== undefined) setOwn(copy, key, object[key]);
  return copy;
}

/** The same array when `change` returns every entry as it is, else a new one. */
export function mapShared<T>(entries: T[], change: (entry: T, index: number) => T): T[] {
  let copy: T[] | undefined;
  for (let index = 0; index < entries.length; index++) {
    const entry = entries[index] as T;
    const changed = change(entry, index);
    if (changed !== entry) (copy ??= [...entries])[index] = changed;
  }
  return copy ?? entries;
}
