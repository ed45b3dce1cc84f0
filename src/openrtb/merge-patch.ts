/** Decides how two JSON values become one: JSON Merge Patch (RFC 7396), used for stored requests, stored imps and accounts. */
import { isObject, own, setOwn } from './json-object.ts';

/**
 * `target` changed by `patch` as RFC 7396 says: members of the patch win, `null` deletes, arrays are replaced whole. Neither argument is
 * changed; unchanged parts are shared. The caller must have bounded the depth of both.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged: { [key: string]: unknown } = isObject(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    const value = patch[key];
    if (value === null) delete merged[key];
    else setOwn(merged, key, mergePatch(own(merged, key), value));
  }
  return merged;
}
