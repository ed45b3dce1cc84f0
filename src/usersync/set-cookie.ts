/** Decides what the `Set-Cookie` of `uids`, and of `uids2` and so on, hold and which ids they have room for (decisions, 'User sync'; implementations A 5, B 10). */
import { evict, leavingOrder } from './evict-ids.ts';
import { type UidsCookie, type UserId, idLifetimeMs, newCookie } from './uids-cookie.ts';
import {
  cookieBytes,
  endCookie,
  entryBytes,
  setCookie,
  writeIds,
  type CookieRules,
  type Entry,
} from './write-cookie.ts';

/** An id to store, or the values of `Set-Cookie`. */
export type Stored =
  | { readonly kind: 'stored'; readonly setCookies: readonly string[] }
  /** The id alone is over the limit. */
  | { readonly kind: 'too long' }
  /** Only ids of more important bidders are left to take the place of. */
  | { readonly kind: 'no room' };

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
    return [setCookie(at, writeIds(kept ?? [], bday), rules)];
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
    // Before the value of the same name: to a browser that does not tell them apart the last one counts.
    const ends = rules.cookieDomain !== '' && cookies[at]?.isTwice === true ? [endCookie(at, '')] : [];
    if (at === chosen.at) return [...ends, setCookie(at, writeIds([...chosen.kept, added], bday), rules)];
    if (!had && ends.length === 0) return [];
    return [...ends, setCookie(at, writeIds(evict(others, { at, bday, rules }) ?? [], bday), rules)];
  });
  return { kind: 'stored', setCookies };
}

/** The values of `Set-Cookie` that keep an opt-out and nothing else. */
export function optOut(rules: CookieRules): string[] {
  return [setCookie(0, '{"optout":true}', rules), ...endsOfMore(rules)];
}

/** The values of `Set-Cookie` of a user who opted in again: a cookie without ids. */
export function optIn(nowMs: number, rules: CookieRules): string[] {
  return [setCookie(0, writeIds([], newCookie(nowMs).bday), rules), ...endsOfMore(rules)];
}

/**
 * The values of `Set-Cookie` beside `optIn` and `forgetId`: they end cookies from before the host had a `cookieDomain`, which
 * browsers go on to send, with the opt-out or the id that they still have.
 */
export function olderEnds({ cookieDomain, cookies }: CookieRules): readonly string[] {
  return cookieDomain === '' ? [] : Array.from({ length: cookies }, (_, at) => endCookie(at, ''));
}

/** Ends the cookies beside the first. */
function endsOfMore({ cookieDomain, cookies }: CookieRules): string[] {
  return Array.from({ length: cookies - 1 }, (_, at) => endCookie(at + 1, cookieDomain));
}

/** Throws an Error that names the limit which no cookie keeps. */
export function checkCookieBytes(rules: Omit<CookieRules, 'priority'>): void {
  const { maxCookieBytes } = rules;
  const least = leastCookieBytes(rules);
  if (maxCookieBytes < least) {
    throw new Error(`userSync.maxCookieBytes is ${maxCookieBytes}, but a cookie without ids takes ${least}: raise it`);
  }
}

/** The least `maxCookieBytes` that leaves room for a cookie without ids. */
export function leastCookieBytes(rules: Omit<CookieRules, 'priority'>): number {
  return setCookie(rules.cookies - 1, writeIds([], newCookie(0).bday), rules).length;
}

function without(ids: ReadonlyMap<string, UserId>, key: string): readonly Entry[] {
  return [...ids].filter(([other]) => other !== key);
}
