/** What links to one Redis server and to a cluster have in common (package redis). */
import { RESP_TYPES } from 'redis';
import { checkIdentity } from '../server-identity.ts';
import { serverLookup } from '../server-lookup.ts';

/** The Redis commands that stores use. */
export interface RedisCalls {
  /** Stores `value` under `key` for `ttlSeconds`; 0: for good. */
  set(key: string, value: Buffer, ttlSeconds: number): Promise<unknown>;
  get(key: string): Promise<Buffer | null>;
  /** The values of `keys`, in one round trip. */
  getAll(keys: readonly string[]): Promise<readonly (Buffer | null)[]>;
  /** Sends `message` to all subscribers of `channel`, on every server of a cluster. */
  publish(channel: string, message: string): Promise<unknown>;
  /** Every key that begins with `prefix`; some may come twice. */
  keys(prefix: string): AsyncIterable<string>;
}

/** A link to one server or one cluster; `close` ends its connections. */
export interface RedisLink extends RedisCalls {
  connect(): Promise<unknown>;
  /** True for a single server that is part of a cluster; false for one that refuses to say. Rejects when it does not answer. */
  isClustered(): Promise<boolean>;
  close(): void;
}

/**
 * What trouble means for a link. 'broken': it must not be used any more; 'halted': part of it hangs, so another link may do better; 'none':
 * nothing.
 */
export type Harm = 'broken' | 'halted' | 'none';

/** Reports trouble. */
export type OnLinkError = (error: unknown, harm: Harm) => void;

/** The pause before reconnecting, in milliseconds. */
export const retryMs = 500;

/** A working link that leads to the wrong place is replaced once it is this old, in milliseconds. */
export const lookAgainMs = 5000;

/** Options of every client. */
export const clientOptions = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: 10_000,
  pingInterval: 1000,
  disableClientInfo: true,
  maintNotifications: 'disabled',
} as const;

/**
 * Options of every connection, in milliseconds. A connection to a stopped server is closed after `socketTimeout` without traffic in either
 * direction.
 */
export const socketOptions = {
  connectTimeout: 2000,
  socketTimeout: 5000,
  checkServerIdentity: checkIdentity,
  lookup: serverLookup,
} as const;

/** Options that make values come as bytes. */
export const replyOptions = { RESP: 2, commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } } as const;

/** The URLs in a setting's `url`: one, or several separated by commas. */
export function addressesIn(url: string): readonly string[] {
  return url.split(',').map((one) => one.trim());
}

/** Keys examined per SCAN call. */
const scanCount = 1000;

/** The options of a SET that expires after `ttlSeconds`; 0: never. */
export function expiry(ttlSeconds: number) {
  return ttlSeconds === 0 ? {} : { expiration: { type: 'EX', value: ttlSeconds } as const };
}

/** A client whose server can be scanned. */
interface Scanned {
  scanIterator(options: { MATCH: string; COUNT: number }): AsyncIterable<readonly (Buffer | string)[]>;
}

/** The keys that begin with `prefix`. */
export async function* scan(client: Scanned, prefix: string): AsyncGenerator<string> {
  for await (const keys of client.scanIterator({ MATCH: `${prefix}*`, COUNT: scanCount })) {
    for (const key of keys) yield key.toString();
  }
}

/** Destroys a client for good: a connection that is still being made is closed when it comes up, and not only once the server hangs up. */
export function destroyForGood(client: {
  destroy(): void;
  once(event: 'connect', listener: () => void): unknown;
}): void {
  client.once('connect', () => destroy(client));
  destroy(client);
}

/** Destroys a client, ignoring the error of one that was never open or is already closed. */
export function destroy(client: { destroy(): void }): void {
  try {
    client.destroy();
  } catch {
    // Nothing is left to free.
  }
}
