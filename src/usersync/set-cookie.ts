/**
 * Decides the `Set-Cookie` values of `uids`, `uids2` and so on, and which ids fit in them (decisions, 'User sync'; implementations A 5, B
 * 10).
 */
import { evict, evictionOrder } from './evict-ids.ts';
import { type UidsCookie, type UserId, idLifetimeMs, newCookie } from './uids-cookie.ts';
import {
  cookieBytes,
  deleteCookie,
  entryBytes,
  setCookie,
  writeIds,
  type CookieRules,
  type Entry,
} from './write-cookie.ts';

/** The outcome of storing an id. */
export type Stored =
  | { readonly kind: 'stored'; readonly setCookies: readonly string[] }
  /** The id alone exceeds the limit. */
  | { readonly kind: 'too long' }
  /** Only ids of more important bidders could be evicted. */
  | { readonly kind: 'no room' };

/**
 * The `Set-Cookie` values that remove the id of `key`: of the first cookie and of others that have it, with a `cookieDomain` of all others
 * that have ids. In a cookie that is too long, ids are evicted. Also deletes older cookies.
 */
export function forgetId(cookies: readonly UidsCookie[], key: string, rules: CookieRules): string[] {
  const written = cookies.flatMap(({ ids, bday }, at) => {
    // `deletionsOfOlder` may delete the only cookie that has these ids.
    const mustMove = rules.cookieDomain !== '' && ids.size > 0;
    if (at > 0 && !ids.has(key) && !mustMove) return [];
    const kept = evict(without(ids, key), { at, bday, rules });
    return [setCookie(at, writeIds(kept ?? [], bday), rules)];
  });
  return [...deletionsOfOlder(rules), ...written];
}

/**
 * Stores `uid` under `key` until 14 days from `nowMs`, in the first cookie with room. Without room, ids are evicted from the cookie whose
 * evicted ids are the least important; no id is evicted for a less important one. A cookie that the browser has twice is rewritten and the
 * older one deleted, since together they may exceed the size limit of a request's headers.
 */
export function storeId(
  cookies: readonly UidsCookie[],
  { key, uid, nowMs }: { key: string; uid: string; nowMs: number },
  rules: CookieRules,
): Stored {
  const added: Entry = [key, { uid, expiresMs: nowMs + idLifetimeMs }];
  const places = Array.from({ length: rules.cookies }, (_, at) => {
    const { ids, bday } = cookies[at] ?? newCookie(nowMs);
    return { at, bday, rules, added, others: without(ids, key), hadKey: ids.has(key) };
  });
  const fitting = places.filter(
    ({ at, bday }) => cookieBytes(entryBytes(added), { at, bday, rules }) <= rules.maxCookieBytes,
  );
  if (fitting.length === 0) return { kind: 'too long' };
  const order = evictionOrder(rules);
  const rooms = fitting.flatMap((place) => {
    const kept = evict(place.others, place);
    const evicted = place.others.filter((entry) => kept?.includes(entry) === false);
    return kept === undefined ? [] : [{ ...place, kept, mostImportantLost: evicted.sort(order).at(-1) }];
  });
  const chosen =
    rooms.find(({ mostImportantLost }) => mostImportantLost === undefined) ??
    rooms.sort((a, b) => order(a.mostImportantLost!, b.mostImportantLost!))[0];
  if (chosen === undefined) return { kind: 'no room' };
  const setCookies = places.flatMap(({ at, bday, others, hadKey }) => {
    // The deletion comes before the new value: a browser that does not tell the two apart keeps the last.
    const deletions = rules.cookieDomain !== '' && cookies[at]?.isTwice === true ? [deleteCookie(at, '')] : [];
    if (at === chosen.at) return [...deletions, setCookie(at, writeIds([...chosen.kept, added], bday), rules)];
    if (!hadKey && deletions.length === 0) return [];
    return [...deletions, setCookie(at, writeIds(evict(others, { at, bday, rules }) ?? [], bday), rules)];
  });
  return { kind: 'stored', setCookies };
}

/** The `Set-Cookie` values that store an opt-out and nothing else. */
export function optOut(rules: CookieRules): string[] {
  return [setCookie(0, '{"optout":true}', rules), ...deletionsOfMore(rules)];
}

/** The `Set-Cookie` values of a user who opts in again: a cookie without ids. Also deletes older cookies. */
export function optIn(nowMs: number, rules: CookieRules): string[] {
  const first = setCookie(0, writeIds([], newCookie(nowMs).bday), rules);
  return [...deletionsOfOlder(rules), first, ...deletionsOfMore(rules)];
}

/** Deletes the cookies from before the host set `cookieDomain`, which browsers still send with their opt-out or ids. */
function deletionsOfOlder({ cookieDomain, cookies }: CookieRules): readonly string[] {
  return cookieDomain === '' ? [] : Array.from({ length: cookies }, (_, at) => deleteCookie(at, ''));
}

/** Deletes all cookies but the first. */
function deletionsOfMore({ cookieDomain, cookies }: CookieRules): string[] {
  return Array.from({ length: cookies - 1 }, (_, at) => deleteCookie(at + 1, cookieDomain));
}

/** Throws an Error when even a cookie without ids exceeds `maxCookieBytes`. */
export function checkCookieBytes(rules: Omit<CookieRules, 'priority'>): void {
  const { maxCookieBytes } = rules;
  const least = leastCookieBytes(rules);
  if (maxCookieBytes < least) {
    throw new Error(
      `userSync.maxCookieBytes is ${maxCookieBytes}, but even a cookie without ids takes ${least}: raise it`,
    );
  }
}

/** The least `maxCookieBytes` that fits a cookie without ids. */
export function leastCookieBytes(rules: Omit<CookieRules, 'priority'>): number {
  return setCookie(rules.cookies - 1, writeIds([], newCookie(0).bday), rules).length;
}

function without(ids: ReadonlyMap<string, UserId>, key: string): readonly Entry[] {
  return [...ids].filter(([other]) => other !== key);
}
