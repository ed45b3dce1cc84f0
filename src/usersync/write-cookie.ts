/** Writes cookies of ids (spec 2.4; decisions, 'User sync'; implementation B 10), and computes their length. */
import { uidsName, type UserId } from './uids-cookie.ts';

/** Limits of the cookies. `priority` is the rank of a sync key's priority group, 0 for the most important. */
export interface CookieRules {
  /** The limit of the whole `Set-Cookie` value. */
  readonly maxCookieBytes: number;
  /** The most cookies. */
  readonly cookies: number;
  /** '' for a cookie of this host only. */
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

/** The bytes that an id takes in a cookie's JSON. */
export function entryBytes(entry: Entry): number {
  return Buffer.byteLength(writeEntry(entry));
}

/** A cookie's JSON with all members of the specification (2.4); `uids` is empty, since its ids have no expiry. */
export function writeIds(entries: readonly Entry[], bday: string): string {
  return `{"uids":{},"tempUIDs":{${entries.map(writeEntry).join(',')}},"bday":"${bday}"}`;
}

/** The bytes of a `Set-Cookie` value whose entries take `bytes` in JSON. */
export function cookieBytes(bytes: number, { at, bday, rules }: CookieAt): number {
  const jsonBytes = writeIds([], bday).length + Math.max(0, bytes);
  return setCookie(at, '', rules).length + 4 * Math.ceil(jsonBytes / 3);
}

/** The `Set-Cookie` value with this JSON, in padded base64url, as other servers that read the cookie expect. */
export function setCookie(at: number, json: string, { cookieDomain }: Pick<CookieRules, 'cookieDomain'>): string {
  const value = Buffer.from(json).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
  return `${uidsName(at)}=${value}; ${attributes(cookieDomain, cookieLifetimeSeconds)}`;
}

/** The `Set-Cookie` value that deletes a cookie; `cookieDomain` is '' for one of this host only. */
export function deleteCookie(at: number, cookieDomain: string): string {
  return `${uidsName(at)}=; ${attributes(cookieDomain, 0)}`;
}

function attributes(cookieDomain: string, maxAge: number): string {
  const domain = cookieDomain === '' ? '' : ` Domain=${cookieDomain};`;
  return `Path=/;${domain} Max-Age=${maxAge}; HttpOnly; SameSite=None; Secure`;
}
