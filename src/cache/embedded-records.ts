/** Decides the binary form of the embedded store's records (traps, 'LMDB'): a value, and its entry in the table of expiries. */
import type { CachedValue, CachePut } from './bid-cache.ts';

/** A value begins with its type (1 byte) and the second of its expiry (4 bytes). */
const headBytes = 5;
const typeCodes = { json: 1, xml: 2 } as const;

/** The bytes of a value that expires at `expiresAt`, in seconds on the store's clock. */
export function valueOf({ type, value }: CachePut, expiresAt: number): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + value.byteLength);
  bytes[0] = typeCodes[type];
  bytes.writeUInt32BE(expiresAt, 1);
  bytes.set(value, headBytes);
  return bytes;
}

/** The value in `bytes`; undefined when it has expired by `nowSeconds`, or is not a value. */
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
  /** The pages that were counted for the value. */
  readonly pages: number;
}

/** A key of the table of expiries: a class of lifetimes (each up to twice as long as the one before), the second of expiry, and the id. */
export function expiryKey(ttlSeconds: number, expiresAt: number, id: Buffer): Buffer {
  const key = Buffer.allocUnsafe(5 + id.byteLength);
  key[0] = 31 - Math.clz32(ttlSeconds);
  key.writeUInt32BE(expiresAt, 1);
  key.set(id, 5);
  return key;
}

/** The value under that key: the pages counted for the value, and its lifetime. */
export function expiryValue(pages: number, ttlSeconds: number): Buffer {
  const value = Buffer.allocUnsafe(6);
  value.writeUInt16BE(pages);
  value.writeUInt32BE(ttlSeconds, 2);
  return value;
}

/** Reads an entry of the table of expiries. */
export function readEntry(key: Buffer, value: Buffer): ExpiryEntry {
  const expiresAt = key.readUInt32BE(1);
  const keptAt = expiresAt - value.readUInt32BE(2);
  return { key, id: key.subarray(5), keptAt, expiresAt, pages: value.readUInt16BE(0) };
}
