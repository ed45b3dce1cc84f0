/** Decides which ids a browser brings (decisions, 'User sync'): those of the `uids` cookie, the host's own, none after an opt-out. */
import { cookieValue } from './cookie-header.ts';
import { type UidsCookie, readUidsCookie } from './uids-cookie.ts';

/** The host's own cookies; '' for a name it does not have. */
export interface HostCookie {
  /** The sync key that `cookieName` supplies an id for. */
  readonly family: string;
  readonly cookieName: string;
  readonly optOutCookie: { readonly name: string; readonly value: string };
}

/** What a browser's cookies say. */
export interface BrowserIds {
  readonly cookie: UidsCookie;
  readonly optedOut: boolean;
  /** Live ids by sync key, the host's own among them; empty after an opt-out. */
  readonly uids: ReadonlyMap<string, string>;
}

const nobody: ReadonlyMap<string, string> = new Map();

/** Reads a `Cookie` header ('' for none); the host's own id fills its family where the `uids` cookie has none. */
export function readBrowserIds(header: string, host: HostCookie, nowMs: number): BrowserIds {
  const cookie = readUidsCookie(cookieValue(header, 'uids'), nowMs);
  const { name, value } = host.optOutCookie;
  const optedOut = cookie.optout || (name !== '' && header !== '' && cookieValue(header, name) === value);
  if (optedOut || header === '') return { cookie, optedOut, uids: nobody };
  const uids = new Map<string, string>();
  for (const [key, { uid }] of cookie.ids) uids.set(key, uid);
  const own = host.cookieName === '' ? '' : cookieValue(header, host.cookieName);
  if (own !== '' && !uids.has(host.family)) uids.set(host.family, own);
  return { cookie, optedOut, uids };
}

/** The live ids of a `Cookie` header as the JSON text of an object by sync key; '' for none. */
export function idsText(header: string, host: HostCookie, nowMs: number): string {
  if (header === '') return '';
  const { uids } = readBrowserIds(header, host, nowMs);
  return uids.size === 0 ? '' : JSON.stringify(Object.fromEntries(uids));
}
