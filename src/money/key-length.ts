/** Decides how long targeting keys and their prefix may be (spec 4.1.3; decisions, 'Truncation'). */

/** The longest name that follows a prefix: with room for it, a cut key still says what it is. */
const longestName = '_cache_host'.length;

/** The longest prefix when keys are not cut. */
const longestUncut = 64;

/** The prefix for whoever states none that fits. */
export const standardPrefix = 'hb';

/** `key` cut to `length` characters (0: not at all), never through the middle of a surrogate pair. */
export function cutKey(key: string, length: number): string {
  if (length === 0 || key.length <= length) return key;
  const last = key.charCodeAt(length - 1);
  return key.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** The longest prefix when keys are cut to `truncateKeyLength` (0: not at all), in characters; 0 when the names alone are longer. */
export function longestPrefix(truncateKeyLength: number): number {
  return truncateKeyLength === 0 ? longestUncut : Math.max(0, truncateKeyLength - longestName);
}

/** True when keys that are cut to `truncateKeyLength` leave room for `prefix`; the standard prefix always passes. */
export function prefixFits(prefix: string, truncateKeyLength: number): boolean {
  return prefix === standardPrefix || prefix.length <= longestPrefix(truncateKeyLength);
}
