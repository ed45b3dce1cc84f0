/** Decides which ids fit in a cookie, and which are evicted first (decisions, 'User sync'; implementation A 5). */
import { cookieBytes, entryBytes, type CookieAt, type CookieRules, type Entry } from './write-cookie.ts';

/** A cookie that ids must fit in. */
export interface Room extends CookieAt {
  /** The new id that others may be evicted for. */
  readonly added?: Entry;
}

function rankIn({ priority }: CookieRules): (entry: Entry) => number {
  return ([key]) => priority.get(key) ?? Number.MAX_SAFE_INTEGER;
}

/**
 * Sorts ids in order of eviction: those outside the priority groups, then those of the least important group; within a group the soonest to
 * expire first.
 */
export function evictionOrder(rules: CookieRules): (a: Entry, b: Entry) => number {
  const rank = rankIn(rules);
  return (a, b) => rank(b) - rank(a) || a[1].expiresMs - b[1].expiresMs;
}

/** The entries that fit, in order; undefined when `added` would evict a more important one. */
export function evict(entries: readonly Entry[], room: Room): readonly Entry[] | undefined {
  const { rules, added } = room;
  const rank = rankIn(rules);
  let bytes = added === undefined ? -1 : entryBytes(added);
  for (const entry of entries) bytes += entryBytes(entry) + 1;
  if (cookieBytes(bytes, room) <= rules.maxCookieBytes) return entries;
  const evicted = new Set<Entry>();
  for (const entry of [...entries].sort(evictionOrder(rules))) {
    if (added !== undefined && rank(entry) < rank(added)) return undefined;
    evicted.add(entry);
    bytes -= entryBytes(entry) + 1;
    if (cookieBytes(bytes, room) <= rules.maxCookieBytes) break;
  }
  return entries.filter((entry) => !evicted.has(entry));
}
