/** Decides how a cookie of ids is written (spec 2.4; decisions, 'User sync'; implementation B 10), and how long it is. */
import { uidsName, type UserId } from './uids-cookie.ts';

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

/** An id under its sync key. */
export type Entry = readonly [key: string, id: UserId];

/** A cookie by its number, from 0. */
export interface CookieAt {
  readonly at: number;
  readonly bday: string;
  readonly rules: CookieRules;
}

const cookieLifetimeSeconds = 90 * 24 * 60 * 60;

function writeEntry([key, { uid, expiresMs }]: Entry): string {
  return `${JSON.stringify(key)}:${JSON.stringify({ uid, expires: new Date(expiresMs).toISOString() })}`;
}

/** Bytes of an id in a cookie's JSON. */
export function entryBytes(entry: Entry): number {
  return Buffer.byteLength(writeEntry(entry));
}

/** A cookie's JSON, with all members that the specification names (2.4); `uids` is empty, since its ids have no expiry. */
export function writeIds(entries: readonly Entry[], bday: string): string {
  return `{"uids":{},"tempUIDs":{${entries.map(writeEntry).join(',')}},"bday":"${bday}"}`;
}

/** Bytes of `Set-Cookie` whose entries take `bytes` in JSON. */
export function cookieBytes(bytes: number, { at, bday, rules }: CookieAt): number {
  const jsonBytes = writeIds([], bday).length + Math.max(0, bytes);
  return setCookie(at, '', rules).length + 4 * Math.ceil(jsonBytes / 3);
}

/** The value of `Set-Cookie` with this JSON: padded, as servers that read this cookie too expect it. */
export function setCookie(at: number, json: string, { cookieDomain }: Pick<CookieRules, 'cookieDomain'>): string {
  const value = Buffer.from(json).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
  const rest = `Path=/${domainOf(cookieDomain)}; Max-Age=${cookieLifetimeSeconds}; HttpOnly; SameSite=None; Secure`;
  return `${uidsName(at)}=${value}; ${rest}`;
}

/** The value of `Set-Cookie` that ends a cookie; `cookieDomain` is '' for one of this host only. */
export function endCookie(at: number, cookieDomain: string): string {
  return `${uidsName(at)}=; Path=/${domainOf(cookieDomain)}; Max-Age=0; HttpOnly; SameSite=None; Secure`;
}

function domainOf(cookieDomain: string): string {
  return cookieDomain === '' ? '' : `; Domain=${cookieDomain}`;
}
