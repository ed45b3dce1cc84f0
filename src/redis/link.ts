/** What the two kinds of Redis that can be connected to, one server and a cluster, have in common: a link (package redis). */
import { RESP_TYPES } from 'redis';
import { checkIdentity } from '../server-identity.ts';

/** What stores use of Redis. */
export interface RedisCalls {
  /** Keeps `value` under `key`, for `ttlSeconds`; 0: for good. */
  set(key: string, value: Buffer, ttlSeconds: number): Promise<unknown>;
  get(key: string): Promise<Buffer | null>;
  /** The values of `keys`, in one round trip. */
  getAll(keys: readonly string[]): Promise<readonly (Buffer | null)[]>;
  /** Tells all who listen to `channel`, on every server of a cluster. */
  publish(channel: string, message: string): Promise<unknown>;
  /** Every key that begins with `prefix`, some of them twice. */
  keys(prefix: string): AsyncIterable<string>;
}

/** One server or one cluster; `close` is the end of its connections. */
export interface RedisLink extends RedisCalls {
  connect(): Promise<unknown>;
  /** True for one server that is part of a cluster; false for one that refuses to say. Rejects when it says nothing at all. */
  isClustered(): Promise<boolean>;
  close(): void;
}

/** What trouble means for a link: it must not be used any more; a part of it stands still, so that another link may do better; or nothing. */
export type Harm = 'broken' | 'halted' | 'none';

/** Hears of trouble. */
export type OnLinkError = (error: unknown, harm: Harm) => void;

/** The pause before a connection is made anew, in milliseconds. */
export const retryMs = 500;

/** A link that works but leads to the wrong place is made anew, when it is this old, in milliseconds. */
export const lookAgainMs = 5000;

/** Options of every client. */
export const common = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: 10_000,
  pingInterval: 1000,
  disableClientInfo: true,
  maintNotifications: 'disabled',
} as const;

/** Of every connection, times in milliseconds: that to a stopped server is closed after `socketTimeout` in which nothing was sent on it either. */
export const socket = { connectTimeout: 2000, socketTimeout: 5000, checkServerIdentity: checkIdentity } as const;

/** Values come as bytes. */
export const options = { RESP: 2, commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } } as const;

/** The addresses in a setting's `url`: one, or several with commas. */
export function addressesIn(url: string): readonly string[] {
  return url.split(',').map((one) => one.trim());
}

/** Names looked through at once. */
const scanCount = 1000;

/** The words of a SET for what is kept for `ttlSeconds`; 0: for good. */
export function expiry(ttlSeconds: number) {
  return ttlSeconds === 0 ? {} : { expiration: { type: 'EX', value: ttlSeconds } as const };
}

/** What a client of one server can look through. */
interface Scanned {
  scanIterator(options: { MATCH: string; COUNT: number }): AsyncIterable<readonly (Buffer | string)[]>;
}

/** The names that begin with `prefix`. */
export async function* scan(client: Scanned, prefix: string): AsyncGenerator<string> {
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: scanCount })) {
    for (const key of keys) yield key.toString();
  }
}

/** A client that was never open, or is closed already, refuses to be closed. */
export function destroy(client: { destroy(): void }): void {
  try {
    client.destroy();
  } catch {
    // Nothing is left to free.
  }
}
