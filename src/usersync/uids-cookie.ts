/** Reads `uids` cookies (spec 2.4; decisions, 'User sync'): the live ids, and whether the user opted out. */
import { isObject, type JsonObject, own } from '../openrtb/json-object.ts';

/** The most cookies that hold ids: more would not fit in a request's headers. */
export const mostCookies = 6;

/** The name of the cookie with this number, counted from 0 (implementation B 10). */
export function uidsName(at: number): string {
  return at === 0 ? 'uids' : `uids${at + 1}`;
}

/** The lifetime of an id stored by `/setuid`. */
export const idLifetimeMs = 14 * 24 * 60 * 60 * 1000;

/** One bidder's id of the user; `expiresMs` in milliseconds since 1970. */
export interface UserId {
  readonly uid: string;
  readonly expiresMs: number;
}

/** A cookie as read: the live ids by sync key. */
export interface UidsCookie {
  readonly ids: ReadonlyMap<string, UserId>;
  /** When the cookie was created, ISO 8601 in UTC. */
  readonly bday: string;
  readonly optout: boolean;
  /** True when the browser sends two cookies of this name: one is from before the host set its `cookieDomain`. */
  readonly isTwice?: boolean;
}

/** Sync keys have the form of bidder codes. */
const keyPattern = /^[A-Za-z0-9_.-]{1,64}$/;

/** ISO 8601 with up to nine decimals of a second, in UTC or the local time of a server that wrote the cookie earlier. */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** A cookie without ids, created at `nowMs`. */
export function newCookie(nowMs: number): UidsCookie {
  return { ids: new Map(), bday: new Date(nowMs).toISOString(), optout: false };
}

/**
 * Reads a cookie's value: base64url JSON with `tempUIDs`, the older `uids`, `bday` and `optout`. Malformed parts and expired ids count as
 * absent. The ids of an opted-out user are not read.
 */
export function readUidsCookie(value: string, nowMs: number): UidsCookie {
  const json = decodeUids(value);
  if (json === undefined) return newCookie(nowMs);
  const bday = new Date(bornMs(json) ?? nowMs).toISOString();
  if (isOptedOut(json)) return { ids: new Map(), bday, optout: true };
  const ids = new Map<string, UserId>();
  const { uids, tempUIDs } = json;
  for (const map of [uids, tempUIDs]) {
    if (!isObject(map)) continue;
    for (const key of Object.keys(map)) {
      const id = keyPattern.test(key) && !ids.has(key) ? readUid(json, key, nowMs) : undefined;
      if (id !== undefined) ids.set(key, id);
    }
  }
  return { ids, bday, optout: false };
}

/**
 * The value that counts of several cookies of one name: an opt-out, else the last created, which has no ids from before an opt-out; of
 * those created together the one whose ids expire last, which was written last. A single value is not decoded.
 */
export function chooseUids(values: readonly string[]): string {
  let chosen = values[0] ?? '';
  if (values.length < 2) return chosen;
  let last: readonly [number, number] = [-Infinity, -Infinity];
  for (const value of values) {
    const json = decodeUids(value);
    if (json === undefined) continue;
    if (isOptedOut(json)) return value;
    const times: typeof last = [bornMs(json) ?? 0, lastExpiryMs(json)];
    if (times[0] < last[0] || (times[0] === last[0] && times[1] <= last[1])) continue;
    chosen = value;
    last = times;
  }
  return chosen;
}

function bornMs({ bday }: JsonObject): number | undefined {
  return typeof bday === 'string' ? readTimestamp(bday) : undefined;
}

function lastExpiryMs({ tempUIDs }: JsonObject): number {
  if (!isObject(tempUIDs)) return 0;
  return Object.values(tempUIDs).reduce((last: number, entry) => Math.max(last, readEntry(entry)?.expiresMs ?? 0), 0);
}

/** The JSON of a cookie's value, undefined when it cannot be read. Its members are not validated. */
export function decodeUids(value: string): JsonObject | undefined {
  if (value === '') return undefined;
  try {
    const json: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** True when a cookie's JSON says that the user opted out. */
export function isOptedOut(json: JsonObject): boolean {
  return json['optout'] === true;
}

/** The live id under `key` in a cookie's JSON; undefined for none or an expired one. An entry in `tempUIDs` overrides `uids`. */
export function readUid(json: JsonObject, key: string, nowMs: number): UserId | undefined {
  const newer = readEntry(memberOf(json['tempUIDs'], key));
  if (newer !== undefined) return newer.expiresMs > nowMs ? newer : undefined;
  const uid = memberOf(json['uids'], key);
  // The older form has no expiry: the lifetime of such an id begins when it is read.
  return typeof uid === 'string' && uid !== '' ? { uid, expiresMs: nowMs + idLifetimeMs } : undefined;
}

function memberOf(map: unknown, key: string): unknown {
  return isObject(map) ? own(map, key) : undefined;
}

function readEntry(entry: unknown): UserId | undefined {
  if (!isObject(entry)) return undefined;
  const { uid, expires } = entry;
  if (typeof uid !== 'string' || uid === '' || typeof expires !== 'string') return undefined;
  const expiresMs = readTimestamp(expires);
  return expiresMs === undefined ? undefined : { uid, expiresMs };
}

function readTimestamp(text: string): number | undefined {
  if (!timestamp.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
