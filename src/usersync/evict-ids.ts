/** Decides which ids a cookie has room for, and which of them go first (decisions, 'User sync'; implementation A 5). */
import { cookieBytes, entryBytes, type CookieAt, type CookieRules, type Entry } from './write-cookie.ts';

/** A cookie that ids are to fit in. */
export interface Room extends CookieAt {
  /** The id that the others make room for. */
  readonly added?: Entry;
}

function rankIn({ priority }: CookieRules): (entry: Entry) => number {
  return ([key]) => priority.get(key) ?? Number.MAX_SAFE_INTEGER;
}

/** Those outside the priority groups go first, then those of the least important group; within one group the soonest to expire. */
export function leavingOrder(rules: CookieRules): (a: Entry, b: Entry) => number {
  const rank = rankIn(rules);
  return (a, b) => rank(b) - rank(a) || a[1].expiresMs - b[1].expiresMs;
}

/** The entries that fit, in their order. Undefined when `added` would need the place of a more important one. */
export function evict(entries: readonly Entry[], room: Room): readonly Entry[] | undefined {
  const { rules, added } = room;
  const rank = rankIn(rules);
  let bytes = added === undefined ? -1 : entryBytes(added);
  for (const entry of entries) bytes += entryBytes(entry) + 1;
  if (cookieBytes(bytes, room) <= rules.maxCookieBytes) return entries;
  const gone = new Set<Entry>();
  for (const entry of [...entries].sort(leavingOrder(rules))) {
    if (added !== undefined && rank(entry) < rank(added)) return undefined;
    gone.add(entry);
    bytes -= entryBytes(entry) + 1;
    if (cookieBytes(bytes, room) <= rules.maxCookieBytes) break;
  }
  return entries.filter((entry) => !gone.has(entry));
}
