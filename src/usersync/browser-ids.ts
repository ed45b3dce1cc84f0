/** Decides which ids a browser brings (decisions, 'User sync'): those of the `uids` cookies, the host's own, none after an opt-out. */
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

/** The host's own cookies; '' for a name it does not have. */
export interface HostCookie {
  /** The sync key that `cookieName` supplies an id for. */
  readonly family: string;
  readonly cookieName: string;
  readonly optOutCookie: { readonly name: string; readonly value: string };
}

/** In which cookies ids are: the host's own, and how many of `uids`, `uids2` and so on. */
export interface IdPlaces {
  readonly hostCookie: HostCookie;
  readonly cookies: number;
}

/** The values of the cookies that hold ids: of `uids` and the next ones, undecoded, with commas between them, and the host's own; '' for none. */
export interface IdCookies {
  readonly uids: string;
  readonly hostUid: string;
}

/** What a browser's cookies say. */
export interface BrowserIds {
  /** Of `uids`, then of `uids2` and so on. */
  readonly cookies: readonly UidsCookie[];
  readonly optedOut: boolean;
  /** Live ids by sync key, the host's own among them; empty after an opt-out. */
  readonly uids: ReadonlyMap<string, string>;
}

const none: IdCookies = { uids: '', hostUid: '' };
/** After a change of `userSync.cookieDomain` browsers send the `uids` cookies of both domains, the older one first. */
const mostUids = 4;
const nobody: ReadonlyMap<string, string> = new Map();

/** Takes the values out of a `Cookie` header ('' for none); both '' when the host's own cookie says that the user opted out. */
export function idCookies(header: string, { hostCookie, cookies }: IdPlaces): IdCookies {
  if (header === '' || hasHostOptOut(header, hostCookie)) return none;
  const [uids = '', ...more] = Array.from({ length: cookies }, (_, at) => chooseUids(valuesAt(header, at)));
  return {
    uids: more.some((value) => value !== '') ? [uids, ...more].join(',') : uids,
    hostUid: hostUidIn(header, hostCookie),
  };
}

/** Reads a `Cookie` header ('' for none); the host's own id fills its family where the `uids` cookies have none. */
export function readBrowserIds(header: string, places: IdPlaces, nowMs: number): BrowserIds {
  const { hostCookie } = places;
  const isOut = hasHostOptOut(header, hostCookie);
  const cookies = Array.from({ length: isOut ? 1 : places.cookies }, (_, at): UidsCookie => {
    const values = isOut ? [] : valuesAt(header, at);
    return { ...readUidsCookie(chooseUids(values), nowMs), ...(values.length > 1 && { isTwice: true }) };
  });
  if (isOut || cookies.some(({ optout }) => optout)) return { cookies, optedOut: true, uids: nobody };
  const uids = new Map<string, string>();
  for (const [key, { uid }] of liveIds(cookies)) uids.set(key, uid);
  const hostUid = hostUidIn(header, hostCookie);
  if (hostUid !== '' && !uids.has(hostCookie.family)) uids.set(hostCookie.family, hostUid);
  return { cookies, optedOut: false, uids };
}

/** The ids of all cookies: of several under one key the one that lives longest, which was written last. */
function liveIds(cookies: readonly UidsCookie[]): ReadonlyMap<string, UserId> {
  const ids = new Map<string, UserId>();
  for (const cookie of cookies) for (const [key, id] of cookie.ids) ids.set(key, longer(ids.get(key), id) ?? id);
  return ids;
}

/** The one that lives longer, the first of equals. */
function longer(one: UserId | undefined, other: UserId | undefined): UserId | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return other.expiresMs > one.expiresMs ? other : one;
}

/** The values of the cookie of this number. A comma belongs to none: it would divide one into several. */
function valuesAt(header: string, at: number): string[] {
  return cookieValues(header, uidsName(at), mostUids).map((value) => value.replaceAll(',', ''));
}

/** How many of `uids`, `uids2` and so on end with the last one that a browser has, whatever number the host has now. */
export function sentCookies(header: string): number {
  const names = Array.from({ length: mostCookies }, (_, at) => uidsName(at));
  return names.findLastIndex((name) => cookieValues(header, name, 1).length > 0) + 1;
}

/**
 * The live id under a sync key, of all that `readBrowserIds` finds: for auctions, which ask for few of many. `family` is the
 * key that the host's own id belongs to.
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
    for (const json of cookies) found = longer(found, readUid(json, key, nowMs));
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
