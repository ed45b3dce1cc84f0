/** Decides when a changed object is a new one: only if a member really differs, so that equal objects stay shared. */
import { own, setOwn, type JsonObject } from './json-object.ts';

/** Members to set; `undefined` removes one. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The same object when it already has all these members, else a copy with them; other members are shared. */
export function withChanges<T extends object>(object: T, changes: Changes<T>): T {
  const given = object as JsonObject;
  const wanted = changes as JsonObject;
  let differs = false;
  let removes = false;
  for (const key of Object.keys(wanted)) {
    if (wanted[key] === given[key]) continue;
    differs = true;
    if (wanted[key] === undefined) removes = true;
  }
  if (!differs) return object;
  const copy: { [key: string]: unknown } = removes ? {} : { ...given };
  // Built anew: an object from which members were deleted is slow to read and to stringify.
  if (removes)
    for (const key of Object.keys(given)) setPresent(copy, key, Object.hasOwn(wanted, key) ? wanted[key] : given[key]);
  for (const key of Object.keys(wanted)) setPresent(copy, key, wanted[key]);
  return copy as T;
}

/** The members in which `made` differs from `given`; undefined for a member that `made` lacks. */
export function changesOf<T extends object>(given: T, made: T): Changes<T> {
  const changes: { [key: string]: unknown } = {};
  for (const key of new Set([...Object.keys(given), ...Object.keys(made)])) {
    const member = own(made as JsonObject, key);
    if (member !== own(given as JsonObject, key)) setOwn(changes, key, member);
  }
  return changes as Changes<T>;
}

function setPresent(copy: { [key: string]: unknown }, key: string, value: unknown): void {
  if (value !== undefined) setOwn(copy, key, value);
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
