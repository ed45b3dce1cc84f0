/** Decides how the embedded store writes what it keeps (traps, 'LMDB'): the bytes of a value, and those of its entry among the expiries. */
import type { CachedValue, CachePut } from './bid-cache.ts';

/** A value begins with its type and the second of its expiry. */
const headBytes = 5;
const typeCodes = { json: 1, xml: 2 } as const;

/** The bytes of a value. */
export function valueOf({ type, value }: CachePut, expiresAt: number): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + value.byteLength);
  bytes[0] = typeCodes[type];
  bytes.writeUInt32BE(expiresAt, 1);
  bytes.set(value, headBytes);
  return bytes;
}

/** The value that `bytes` hold; undefined when it has expired by `nowSeconds`, and for what is none. */
export function readValue(bytes: Buffer, nowSeconds: number): CachedValue | undefined {
  if (bytes.byteLength < headBytes || bytes.readUInt32BE(1) <= nowSeconds) return undefined;
  return { type: bytes[0] === typeCodes.xml ? 'xml' : 'json', value: bytes.subarray(headBytes) };
}

/** One entry of the table of expiries. */
export interface ExpiryEntry {
  readonly key: Buffer;
  readonly id: Buffer;
  /** Seconds on the store's clock. */
  readonly keptAt: number;
  readonly expiresAt: number;
  /** The pages that were reckoned for the value. */
  readonly pages: number;
}

/** A key of the table of expiries is a class of lifetimes, each up to twice as long as the one before; a second; an id. */
export function expiryKey(ttlSeconds: number, expiresAt: number, id: Buffer): Buffer {
  const key = Buffer.allocUnsafe(5 + id.byteLength);
  key[0] = 31 - Math.clz32(ttlSeconds);
  key.writeUInt32BE(expiresAt, 1);
  key.set(id, 5);
  return key;
}

/** What stands under that key: the pages that were reckoned for the value, and its lifetime. */
export function expiryValue(pages: number, ttlSeconds: number): Buffer {
  const value = Buffer.allocUnsafe(6);
  value.writeUInt16BE(pages);
  value.writeUInt32BE(ttlSeconds, 2);
  return value;
}

/** The entry that the table of expiries has under `key`. */
export function readEntry(key: Buffer, value: Buffer): ExpiryEntry {
  const expiresAt = key.readUInt32BE(1);
  const keptAt = expiresAt - value.readUInt32BE(2);
  return { key, id: key.subarray(5), keptAt, expiresAt, pages: value.readUInt16BE(0) };
}
