/** What no bidder and no client may pass when something is cached (decisions, 'Caching'; interface, `cache`). */

/** The longest value kept, in bytes. */
export const maxValueBytes = 262_144;

/** The longest lifetime that may be asked for, in seconds: a day. What asks for more gets this; the host's own settings are free. */
export const maxAskedTtlSeconds = 86_400;

/** True for what may be an id: ids are put into URLs, keys and ad-server targeting as they are. */
export function isCacheId(id: string): boolean {
  return /^[\w.-]{1,128}$/.test(id);
}
