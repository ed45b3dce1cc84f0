/** Decides what the `uids` cookie says (spec 2.4; decisions, 'User sync'): the ids that are still good, and whether the user opted out. */
import { isObject, type JsonObject, own } from '../openrtb/merge-patch.ts';

/** So many cookies hold ids at most: a request's head has no room for more. */
export const mostCookies = 6;

/** The name of the first, second … of them, counted from 0 (implementation B 10). */
export function uidsName(at: number): string {
  return at === 0 ? 'uids' : `uids${at + 1}`;
}

/** How long an id lives after `/setuid` stored it. */
export const idLifetimeMs = 14 * 24 * 60 * 60 * 1000;

/** One bidder's id of the user; `expiresMs` in milliseconds since 1970. */
export interface UserId {
  readonly uid: string;
  readonly expiresMs: number;
}

/** A cookie as read: the live ids by sync key. */
export interface UidsCookie {
  readonly ids: ReadonlyMap<string, UserId>;
  /** When the cookie was made, ISO 8601 in UTC. */
  readonly bday: string;
  readonly optout: boolean;
  /** The browser sends another one of the same name: one of them is from before the host had its `cookieDomain`. */
  readonly isTwice?: boolean;
}

/** Sync keys are written like bidder codes. */
const keyPattern = /^[A-Za-z0-9_.-]{1,64}$/;

/** ISO 8601 with any number of decimals of a second: in UTC, or in the time of whichever server wrote the cookie before this one. */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** A cookie without ids, made now. */
export function newCookie(nowMs: number): UidsCookie {
  return { ids: new Map(), bday: new Date(nowMs).toISOString(), optout: false };
}

/**
 * Reads a cookie's value: base64url JSON with `tempUIDs`, the older `uids`, `bday` and `optout`. Whatever is malformed counts
 * as absent, expired ids too; the ids of an opted-out user are not read.
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
 * Of the values of several `uids` cookies the one that counts: that of an opt-out, else the one made last, which has no ids from
 * before an opt-out, else of the ids that live longest, which was written last. Not one value is decoded where there is no choice.
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

/** The JSON of a cookie's value, undefined when it cannot be read. What its members hold is unknown. */
export function decodeUids(value: string): JsonObject | undefined {
  if (value === '') return undefined;
  try {
    const json: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a cookie's JSON says that the user opted out. */
export function isOptedOut(json: JsonObject): boolean {
  return json['optout'] === true;
}

/** The live id under `key` in a cookie's JSON: that of `tempUIDs`, whatever `uids` says; undefined when there is none or it is over. */
export function readUid(json: JsonObject, key: string, nowMs: number): UserId | undefined {
  const newer = readEntry(memberOf(json['tempUIDs'], key));
  if (newer !== undefined) return newer.expiresMs > nowMs ? newer : undefined;
  const uid = memberOf(json['uids'], key);
  // The older form has no expiry: such an id begins its life when it is read.
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
