/** Decides which ids a browser brings (decisions, 'User sync'): those of the `uids` cookie, the host's own, none after an opt-out. */
import { cookieValue, cookieValues } from './cookie-header.ts';
import { chooseUids, decodeUids, isOptedOut, readUid, readUidsCookie, type UidsCookie } from './uids-cookie.ts';

/** The host's own cookies; '' for a name it does not have. */
export interface HostCookie {
  /** The sync key that `cookieName` supplies an id for. */
  readonly family: string;
  readonly cookieName: string;
  readonly optOutCookie: { readonly name: string; readonly value: string };
}

/** The values of the cookies that hold ids: `uids`, undecoded, and the host's own; '' for none. */
export interface IdCookies {
  readonly uids: string;
  readonly hostUid: string;
}

/** What a browser's cookies say. */
export interface BrowserIds {
  readonly cookie: UidsCookie;
  readonly optedOut: boolean;
  /** Live ids by sync key, the host's own among them; empty after an opt-out. */
  readonly uids: ReadonlyMap<string, string>;
}

const none: IdCookies = { uids: '', hostUid: '' };
/** After a change of `userSync.cookieDomain` browsers send the `uids` cookies of both domains, the older one first. */
const mostUids = 4;
const nobody: ReadonlyMap<string, string> = new Map();

/** Takes the values out of a `Cookie` header ('' for none); both '' when the host's own cookie says that the user opted out. */
export function idCookies(header: string, host: HostCookie): IdCookies {
  if (header === '' || hasHostOptOut(header, host)) return none;
  const hostUid = host.cookieName === '' ? '' : cookieValue(header, host.cookieName);
  return { uids: chooseUids(cookieValues(header, 'uids', mostUids)), hostUid };
}

/** Reads a `Cookie` header ('' for none); the host's own id fills its family where the `uids` cookie has none. */
export function readBrowserIds(header: string, host: HostCookie, nowMs: number): BrowserIds {
  const { uids: value, hostUid } = idCookies(header, host);
  const cookie = readUidsCookie(value, nowMs);
  if (cookie.optout || hasHostOptOut(header, host)) return { cookie, optedOut: true, uids: nobody };
  const uids = new Map<string, string>();
  for (const [key, { uid }] of cookie.ids) uids.set(key, uid);
  if (hostUid !== '' && !uids.has(host.family)) uids.set(host.family, hostUid);
  return { cookie, optedOut: false, uids };
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
  const json = decodeUids(uids);
  if (json !== undefined && isOptedOut(json)) return noUid;
  return (key) => {
    const found = json && readUid(json, key, nowMs)?.uid;
    return found ?? (hostUid !== '' && key === family ? hostUid : undefined);
  };
}

function hasHostOptOut(header: string, { optOutCookie: { name, value } }: HostCookie): boolean {
  return name !== '' && header !== '' && cookieValue(header, name) === value;
}

function noUid(): undefined {
  return undefined;
}
