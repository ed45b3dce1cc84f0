/** Decides which objects are large, and how much of them a request's merges may copy for its bidders and imps (spec 4.1.10, 4.1.14). */
import { isObject, own, type JsonObject } from './json-object.ts';
import { once } from './once.ts';

/** Objects with up to this many members cost next to nothing to copy; V8 keeps larger ones as hash tables. */
export const fewMembers = 100;
/** The most members that all copies of larger objects may have in total. */
export const mostMembers = 50_000;

/** True for more than `most` members. Does not list them, because nearly all objects in requests are small. */
export function hasMoreMembers(object: object, most: number): boolean {
  let members = 0;
  for (const _ in object) if (++members > most) return true;
  return false;
}

/** Returns a counter of the members of the larger objects in `target` that a merge of `patch` copies. */
export function copiedMembers(): (target: unknown, patch: unknown) => number {
  const sizeOf = once((object: object) => Object.keys(object).length);
  return function count(target, patch): number {
    if (!isObject(target) || !isObject(patch)) return 0;
    let members = hasMoreMembers(target, fewMembers) ? sizeOf(target) : 0;
    for (const key in patch) members += count(own(target, key), patch[key]);
    return members;
  };
}

/**
 * Returns a counter of the members of a larger patch, which every merge over an existing value writes anew (it shares lists and other
 * values); 0 for a smaller patch.
 */
export function writtenMembers(): (patch: JsonObject) => number {
  const sizeOf = once(membersIn);
  return (patch) => {
    const size = sizeOf(patch);
    return size > fewMembers ? size : 0;
  };
}

function membersIn(object: JsonObject): number {
  let members = 0;
  for (const value of Object.values(object)) members += 1 + (isObject(value) ? membersIn(value) : 0);
  return members;
}
