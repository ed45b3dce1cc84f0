/**
 * Decides which user ids a browser sends (decisions, 'User sync'): those in the `uids` cookies and the host's own; none after an opt-out.
 */
import { cookieValue, cookieValues } from './cookie-header.ts';
import {
  chooseUids,
  decodeUids,
  isOptedOut,
  mostCookies,
  readUid,
  readUidsCookie,
  uidsName,
  type UidsCookie,
  type UserId,
} from './uids-cookie.ts';

/** The host's own cookies; '' for a name that is not set. */
export interface HostCookie {
  /** The sync key of the id in `cookieName`. */
  readonly family: string;
  readonly cookieName: string;
  readonly optOutCookie: { readonly name: string; readonly value: string };
}

/** The cookies that hold ids: the host's own, and how many of `uids`, `uids2` and so on. */
export interface IdPlaces {
  readonly hostCookie: HostCookie;
  readonly cookies: number;
}

/**
 * The values of the cookies that hold ids, '' for none: those of `uids`, `uids2` and so on, undecoded and joined by commas, and the host's
 * own.
 */
export interface IdCookies {
  readonly uids: string;
  readonly hostUid: string;
}

/** What is read from a browser's cookies. */
export interface BrowserIds {
  /** `uids`, then `uids2` and so on. */
  readonly cookies: readonly UidsCookie[];
  readonly optedOut: boolean;
  /** Live ids by sync key, including the host's own; empty after an opt-out. */
  readonly uids: ReadonlyMap<string, string>;
}

const none: IdCookies = { uids: '', hostUid: '' };
/**
 * How many cookies of one name are read: after a change of `userSync.cookieDomain` browsers send those of both domains, the older one
 * first.
 */
const maxSameName = 4;
const noIds: ReadonlyMap<string, string> = new Map();

/** The values of the cookies in a `Cookie` header ('' for none); both '' when the host's own cookie says that the user opted out. */
export function idCookies(header: string, { hostCookie, cookies }: IdPlaces): IdCookies {
  if (header === '' || hasHostOptOut(header, hostCookie)) return none;
  const [uids = '', ...more] = Array.from({ length: cookies }, (_, at) => chooseUids(valuesAt(header, at)));
  return {
    uids: more.some((value) => value !== '') ? [uids, ...more].join(',') : uids,
    hostUid: hostUidIn(header, hostCookie),
  };
}

/** Reads a `Cookie` header ('' for none). The host's own id is used for its family when the `uids` cookies have none. */
export function readBrowserIds(header: string, places: IdPlaces, nowMs: number): BrowserIds {
  const { hostCookie } = places;
  const isOut = hasHostOptOut(header, hostCookie);
  const cookies = Array.from({ length: isOut ? 1 : places.cookies }, (_, at): UidsCookie => {
    const values = isOut ? [] : valuesAt(header, at);
    return { ...readUidsCookie(chooseUids(values), nowMs), ...(values.length > 1 && { isTwice: true }) };
  });
  if (isOut || cookies.some(({ optout }) => optout)) return { cookies, optedOut: true, uids: noIds };
  const uids = new Map<string, string>();
  for (const [key, { uid }] of liveIds(cookies)) uids.set(key, uid);
  const hostUid = hostUidIn(header, hostCookie);
  if (hostUid !== '' && !uids.has(hostCookie.family)) uids.set(hostCookie.family, hostUid);
  return { cookies, optedOut: false, uids };
}

/** The ids of all cookies; of several under one key the one that expires last, which was written last. */
function liveIds(cookies: readonly UidsCookie[]): ReadonlyMap<string, UserId> {
  const ids = new Map<string, UserId>();
  for (const cookie of cookies) for (const [key, id] of cookie.ids) ids.set(key, laterOf(ids.get(key), id) ?? id);
  return ids;
}

/** The id that expires later; the first of equals. */
function laterOf(one: UserId | undefined, other: UserId | undefined): UserId | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.expiresMs > one.expiresMs ? other : one;
}

/** The values of the cookie with this number, without commas, which separate the values of several cookies. */
function valuesAt(header: string, at: number): string[] {
  return cookieValues(header, uidsName(at), maxSameName).map((value) => value.replaceAll(',', ''));
}

/** The number of the last `uids` cookie that the browser sends (`uids` is 1), whatever the host's setting is now; 0 for none. */
export function sentCookies(header: string): number {
  const names = Array.from({ length: mostCookies }, (_, at) => uidsName(at));
  return names.findLastIndex((name) => cookieValues(header, name, 1).length > 0) + 1;
}

/**
 * Returns a function that finds the live id of a sync key, as `readBrowserIds` would. For auctions, which need few of many ids. `family` is
 * the key of the host's own id.
 */
export function uidFinder(
  { uids, hostUid }: IdCookies,
  family: string,
  nowMs: number,
): (key: string) => string | undefined {
  if (uids === '' && hostUid === '') return noUid;
  const values = uids.split(',', mostCookies);
  const cookies = values.map(decodeUids).filter((json) => json !== undefined);
  if (cookies.some(isOptedOut)) return noUid;
  return (key) => {
    let found: UserId | undefined;
    for (const json of cookies) found = laterOf(found, readUid(json, key, nowMs));
    return found?.uid ?? (hostUid !== '' && key === family ? hostUid : undefined);
  };
}

function hostUidIn(header: string, { cookieName }: HostCookie): string {
  return cookieName === '' ? '' : cookieValue(header, cookieName);
}

function hasHostOptOut(header: string, { optOutCookie: { name, value } }: HostCookie): boolean {
  return name !== '' && header !== '' && cookieValue(header, name) === value;
}

function noUid(): undefined {
  return undefined;
}
