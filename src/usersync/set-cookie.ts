/** Decides what the `Set-Cookie` of `uids`, and of `uids2` and so on, hold and which ids they have room for (decisions, 'User sync'; implementations A 5, B 10). */
import { type UidsCookie, type UserId, idLifetimeMs, newCookie, uidsName } from './uids-cookie.ts';

/** Limits of the cookies. `priority` has the place of a sync key's priority group, 0 for the most important. */
export interface CookieRules {
  /** Counts the whole value of `Set-Cookie`. */
  readonly maxCookieBytes: number;
  /** How many there may be. */
  readonly cookies: number;
  /** '' for this host only. */
  readonly cookieDomain: string;
  readonly priority: ReadonlyMap<string, number>;
}

/** An id to store, or the values of `Set-Cookie`. */
export type Stored =
  | { readonly kind: 'stored'; readonly setCookies: readonly string[] }
  /** The id alone is over the limit. */
  | { readonly kind: 'too long' }
  /** Only ids of more important bidders are left to take the place of. */
  | { readonly kind: 'no room' };

const cookieLifetimeSeconds = 90 * 24 * 60 * 60;

/**
 * The values of `Set-Cookie` for the cookies without the id of `key`: of the first, and of others that have it. The ids that go first are
 * left out where one is too long.
 */
export function forgetId(cookies: readonly UidsCookie[], key: string, rules: CookieRules): string[] {
  return cookies.flatMap(({ ids, bday }, at) => {
    // `olderEnds` may end the only one that has these.
    const isMoved = rules.cookieDomain !== '' && ids.size > 0;
    if (at > 0 && !ids.has(key) && !isMoved) return [];
    const kept = evict(without(ids, key), { at, bday, rules });
    return [setCookie(at, write(kept ?? [], bday), rules)];
  });
}

/**
 * Stores `uid` under `key` until 14 days from `nowMs`, in the first cookie that has room; where none has, others make room in the order
 * of `evict`, in the cookie where the least important ones go, never a more important one than itself. What the browser has twice is
 * written anew, and the older one ends: both together may be more than a request's head holds.
 */
export function storeId(
  cookies: readonly UidsCookie[],
  { key, uid, nowMs }: { key: string; uid: string; nowMs: number },
  rules: CookieRules,
): Stored {
  const added: Entry = [key, { uid, expiresMs: nowMs + idLifetimeMs }];
  const places = Array.from({ length: rules.cookies }, (_, at) => {
    const { ids, bday } = cookies[at] ?? newCookie(nowMs);
    return { at, bday, rules, added, others: without(ids, key), had: ids.has(key) };
  });
  const fitting = places.filter(
    ({ at, bday }) => cookieBytes(entryBytes(added), { at, bday, rules }) <= rules.maxCookieBytes,
  );
  if (fitting.length === 0) return { kind: 'too long' };
  const order = leavingOrder(rules);
  const rooms = fitting.flatMap((place) => {
    const kept = evict(place.others, place);
    const gone = place.others.filter((entry) => kept?.includes(entry) === false);
    return kept === undefined ? [] : [{ ...place, kept, lost: gone.sort(order).at(-1) }];
  });
  const chosen = rooms.find(({ lost }) => lost === undefined) ?? rooms.sort((a, b) => order(a.lost!, b.lost!))[0];
  if (chosen === undefined) return { kind: 'no room' };
  const setCookies = places.flatMap(({ at, bday, others, had }) => {
    const ends = rules.cookieDomain !== '' && cookies[at]?.isTwice === true ? [olderEnd(at)] : [];
    if (at === chosen.at) return [...ends, setCookie(at, write([...chosen.kept, added], bday), rules)];
    if (!had && ends.length === 0) return [];
    return [...ends, setCookie(at, write(evict(others, { at, bday, rules }) ?? [], bday), rules)];
  });
  return { kind: 'stored', setCookies };
}

/** The values of `Set-Cookie` that keep an opt-out and nothing else. */
export function optOut(rules: CookieRules): string[] {
  return [setCookie(0, '{"optout":true}', rules), ...endsOfMore(rules)];
}

/** The values of `Set-Cookie` of a user who opted in again: a cookie without ids. */
export function optIn(nowMs: number, rules: CookieRules): string[] {
  return [setCookie(0, write([], newCookie(nowMs).bday), rules), ...endsOfMore(rules)];
}

/**
 * The values of `Set-Cookie` beside `optIn` and `forgetId`: they end cookies from before the host had a `cookieDomain`, which
 * browsers go on to send, with the opt-out or the id that they still have.
 */
export function olderEnds({ cookieDomain, cookies }: CookieRules): readonly string[] {
  return cookieDomain === '' ? [] : Array.from({ length: cookies }, (_, at) => olderEnd(at));
}

/** Before the value of the same name: to a browser that does not tell them apart the last one counts. */
function olderEnd(at: number): string {
  return `${uidsName(at)}=; Path=/; ${ended}`;
}

const ended = 'Max-Age=0; HttpOnly; SameSite=None; Secure';

/** Ends the cookies beside the first. */
function endsOfMore({ cookieDomain, cookies }: CookieRules): string[] {
  return Array.from(
    { length: cookies - 1 },
    (_, at) => `${uidsName(at + 1)}=; Path=/${domainOf(cookieDomain)}; ${ended}`,
  );
}

/** Throws an Error that names the limit which no cookie keeps. */
export function checkCookieBytes(rules: CookieRules): void {
  const { maxCookieBytes } = rules;
  const least = leastCookieBytes(rules);
  if (maxCookieBytes < least) {
    throw new Error(`userSync.maxCookieBytes is ${maxCookieBytes}, but a cookie without ids takes ${least}: raise it`);
  }
}

/** The least `maxCookieBytes` that leaves room for a cookie without ids. */
export function leastCookieBytes(rules: CookieRules): number {
  return setCookie(rules.cookies - 1, write([], newCookie(0).bday), rules).length;
}

type Entry = readonly [key: string, id: UserId];

interface Room {
  /** The number of the cookie, from 0. */
  readonly at: number;
  readonly bday: string;
  readonly rules: CookieRules;
  /** The id that the others make room for. */
  readonly added?: Entry;
}

function without(ids: ReadonlyMap<string, UserId>, key: string): readonly Entry[] {
  return [...ids].filter(([other]) => other !== key);
}

function rankIn({ priority }: CookieRules): (entry: Entry) => number {
  return ([key]) => priority.get(key) ?? Number.MAX_SAFE_INTEGER;
}

/** Those outside the priority groups go first, then those of the least important group; within one group the soonest to expire. */
function leavingOrder(rules: CookieRules): (a: Entry, b: Entry) => number {
  const rank = rankIn(rules);
  return (a, b) => rank(b) - rank(a) || a[1].expiresMs - b[1].expiresMs;
}

/** The entries that fit, in their order. Undefined when `added` would need the place of a more important one. */
function evict(entries: readonly Entry[], room: Room): readonly Entry[] | undefined {
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

function writeEntry([key, { uid, expiresMs }]: Entry): string {
  return `${JSON.stringify(key)}:${JSON.stringify({ uid, expires: new Date(expiresMs).toISOString() })}`;
}

function entryBytes(entry: Entry): number {
  return Buffer.byteLength(writeEntry(entry));
}

/** All members that the specification names (2.4); `uids` is empty, since its ids have no expiry. */
function write(entries: readonly Entry[], bday: string): string {
  return `{"uids":{},"tempUIDs":{${entries.map(writeEntry).join(',')}},"bday":"${bday}"}`;
}

/** Bytes of `Set-Cookie` whose entries take `bytes` in JSON. */
function cookieBytes(bytes: number, { at, bday, rules }: Omit<Room, 'added'>): number {
  const jsonBytes = write([], bday).length + Math.max(0, bytes);
  return setCookie(at, '', rules).length + 4 * Math.ceil(jsonBytes / 3);
}

/** Padded, as servers that read this cookie too expect it. */
function setCookie(at: number, json: string, { cookieDomain }: CookieRules): string {
  const value = Buffer.from(json).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
  const rest = `Path=/${domainOf(cookieDomain)}; Max-Age=${cookieLifetimeSeconds}; HttpOnly; SameSite=None; Secure`;
  return `${uidsName(at)}=${value}; ${rest}`;
}

function domainOf(cookieDomain: string): string {
  return cookieDomain === '' ? '' : `; Domain=${cookieDomain}`;
}
