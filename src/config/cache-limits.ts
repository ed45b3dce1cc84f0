/** Limits of cached values that bidders and clients cannot exceed (decisions, 'Caching'; interface, `cache`). */

/** The length limit of a value, in bytes. */
export const maxValueBytes = 262_144;

/**
 * The longest lifetime that a client or bidder may ask for, in seconds: a day. Longer ones are cut to it; the host's own settings have no
 * such limit.
 */
export const maxAskedTtlSeconds = 86_400;

/** True for a valid id: ids are inserted unescaped into URLs, keys and ad-server targeting. */
export function isCacheId(id: string): boolean {
  return /^[\w.-]{1,128}$/.test(id);
}
