/** Decides how much a request's merges may copy (spec 4.1.10): what is merged in for each bidder, or for each imp, copies what it changes each time. */
import { hasMoreMembers } from './has-more-members.ts';
import { isObject, own, type JsonObject } from './merge-patch.ts';
import { once } from './once.ts';

/** Members of smaller objects cost next to nothing: larger ones are hash tables to V8. */
export const fewMembers = 100;
/** Members of all copies of larger ones. */
export const mostMembers = 50_000;

/** Counts the members of those larger objects in `target` of which a merge of `patch` makes copies. */
export function copiedMembers(): (target: unknown, patch: unknown) => number {
  const sizeOf = once((object: object) => Object.keys(object).length);
  return function count(target, patch): number {
    if (!isObject(target) || !isObject(patch)) return 0;
    let members = hasMoreMembers(target, fewMembers) ? sizeOf(target) : 0;
    for (const key in patch) members += count(own(target, key), patch[key]);
    return members;
  };
}

/** Counts the members of a larger patch, which a merge writes anew wherever it lies over something: lists and other values are shared. */
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
