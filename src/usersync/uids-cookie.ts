/** Decides what the `uids` cookie says (spec 2.4; decisions, 'User sync'): the ids that are still good, and whether the user opted out. */
import { isObject, own } from '../openrtb/merge-patch.ts';

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
}

/** Sync keys are written like bidder codes. */
const keyPattern = /^[A-Za-z0-9_.-]{1,64}$/;

/** ISO 8601 in UTC, with any number of decimals of a second. */
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** A cookie without ids, made now. */
export function newCookie(nowMs: number): UidsCookie {
  return { ids: new Map(), bday: new Date(nowMs).toISOString(), optout: false };
}

/**
 * Reads a cookie's value: base64url JSON with `tempUIDs`, the older `uids`, `bday` and `optout`. Whatever is malformed counts
 * as absent, expired ids too; the ids of an opted-out user are not read.
 */
export function readUidsCookie(value: string, nowMs: number): UidsCookie {
  const json = value === '' ? undefined : decode(value);
  if (!isObject(json)) return newCookie(nowMs);
  const born = own(json, 'bday');
  const bornMs = typeof born === 'string' ? readTimestamp(born) : undefined;
  const bday = new Date(bornMs ?? nowMs).toISOString();
  if (own(json, 'optout') === true) return { ids: new Map(), bday, optout: true };
  const ids = new Map<string, UserId>();
  for (const [key, uid] of entries(own(json, 'uids'))) {
    // The older form has no expiry: such an id begins its life when it is read.
    if (typeof uid === 'string' && uid !== '') ids.set(key, { uid, expiresMs: nowMs + idLifetimeMs });
  }
  for (const [key, entry] of entries(own(json, 'tempUIDs'))) {
    const id = readId(entry);
    if (id === undefined) continue;
    if (id.expiresMs > nowMs) ids.set(key, id);
    else ids.delete(key);
  }
  return { ids, bday, optout: false };
}

function decode(value: string): unknown {
  try {
    return JSON.parse(Buffer.from(value, 'base64url').toString());
  } catch {
    return undefined;
  }
}

function entries(map: unknown): [string, unknown][] {
  return isObject(map) ? Object.entries(map).filter(([key]) => keyPattern.test(key)) : [];
}

function readId(entry: unknown): UserId | undefined {
  if (!isObject(entry)) return undefined;
  const uid = own(entry, 'uid');
  const expires = own(entry, 'expires');
  if (typeof uid !== 'string' || uid === '' || typeof expires !== 'string') return undefined;
  const expiresMs = readTimestamp(expires);
  return expiresMs === undefined ? undefined : { uid, expiresMs };
}

function readTimestamp(text: string): number | undefined {
  if (!timestamp.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
