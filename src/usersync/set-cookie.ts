/** Decides what a `Set-Cookie` of `uids` holds and which ids it has room for (decisions, 'User sync'; implementation A 5). */
import { type UidsCookie, type UserId, idLifetimeMs, newCookie } from './uids-cookie.ts';

/** Limits of the cookie. `priority` has the place of a sync key's priority group, 0 for the most important. */
export interface CookieRules {
  /** Counts the whole value of `Set-Cookie`. */
  readonly maxCookieBytes: number;
  /** '' for this host only. */
  readonly cookieDomain: string;
  readonly priority: ReadonlyMap<string, number>;
}

/** An id to store, or a value of `Set-Cookie`. */
export type Stored =
  | { readonly kind: 'stored'; readonly setCookie: string }
  /** The id alone is over the limit. */
  | { readonly kind: 'too long' }
  /** Only ids of more important bidders are left to take the place of. */
  | { readonly kind: 'no room' };

const cookieLifetimeSeconds = 90 * 24 * 60 * 60;

/** The value of `Set-Cookie` for `cookie` without the id of `key`; the ids that go first are left out where it is too long. */
export function forgetId(cookie: UidsCookie, key: string, rules: CookieRules): string {
  const ids = new Map(cookie.ids);
  ids.delete(key);
  const kept = evict([...ids], { bday: cookie.bday, rules });
  return setCookie(write(kept ?? [], cookie.bday), rules);
}

/** Stores `uid` under `key` until 14 days from `nowMs`; others make room in the order of `evict`, never a more important one. */
export function storeId(
  cookie: UidsCookie,
  { key, uid, nowMs }: { key: string; uid: string; nowMs: number },
  rules: CookieRules,
): Stored {
  const { bday } = cookie;
  const added: [string, UserId] = [key, { uid, expiresMs: nowMs + idLifetimeMs }];
  if (cookieBytes(entryBytes(added), bday, rules) > rules.maxCookieBytes) return { kind: 'too long' };
  const others = [...cookie.ids].filter(([other]) => other !== key);
  const kept = evict(others, { bday, rules, added });
  if (kept === undefined) return { kind: 'no room' };
  return { kind: 'stored', setCookie: setCookie(write([...kept, added], bday), rules) };
}

/** The value of `Set-Cookie` that keeps an opt-out and nothing else. */
export function optOut(rules: CookieRules): string {
  return setCookie('{"optout":true}', rules);
}

/** The value of `Set-Cookie` of a user who opted in again: a cookie without ids. */
export function optIn(nowMs: number, rules: CookieRules): string {
  return setCookie(write([], newCookie(nowMs).bday), rules);
}

/**
 * The values of `Set-Cookie` beside `optIn` and `forgetId`: they end a cookie from before the host had a `cookieDomain`, which
 * browsers go on to send, with the opt-out or the id that it still has.
 */
export function olderEnds({ cookieDomain }: CookieRules): readonly string[] {
  return cookieDomain === '' ? [] : ['uids=; Path=/; Max-Age=0; HttpOnly; SameSite=None; Secure'];
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
  return setCookie(write([], newCookie(0).bday), rules).length;
}

type Entry = readonly [key: string, id: UserId];

interface Room {
  readonly bday: string;
  readonly rules: CookieRules;
  /** The id that the others make room for. */
  readonly added?: Entry;
}

/**
 * The entries that fit, in their order. Those outside the priority groups go first, then those of the least important group;
 * within one group the soonest to expire. Undefined when `added` would need the place of a more important one.
 */
function evict(entries: readonly Entry[], { bday, rules, added }: Room): readonly Entry[] | undefined {
  const rank = ([key]: Entry): number => rules.priority.get(key) ?? Number.MAX_SAFE_INTEGER;
  let bytes = added === undefined ? -1 : entryBytes(added);
  for (const entry of entries) bytes += entryBytes(entry) + 1;
  if (cookieBytes(bytes, bday, rules) <= rules.maxCookieBytes) return entries;
  const leaving = [...entries].sort((a, b) => rank(b) - rank(a) || a[1].expiresMs - b[1].expiresMs);
  const gone = new Set<Entry>();
  for (const entry of leaving) {
    if (added !== undefined && rank(entry) < rank(added)) return undefined;
    gone.add(entry);
    bytes -= entryBytes(entry) + 1;
    if (cookieBytes(bytes, bday, rules) <= rules.maxCookieBytes) break;
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
function cookieBytes(bytes: number, bday: string, rules: CookieRules): number {
  const jsonBytes = write([], bday).length + Math.max(0, bytes);
  return setCookie('', rules).length + 4 * Math.ceil(jsonBytes / 3);
}

/** Padded, as servers that read this cookie too expect it. */
function setCookie(json: string, { cookieDomain }: CookieRules): string {
  const value = Buffer.from(json).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
  const domain = cookieDomain === '' ? '' : `; Domain=${cookieDomain}`;
  return `uids=${value}; Path=/${domain}; Max-Age=${cookieLifetimeSeconds}; HttpOnly; SameSite=None; Secure`;
}
