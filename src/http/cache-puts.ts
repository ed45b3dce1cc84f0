/** Reads cache requests and answers them, in Prebid Cache's format (interface, 'Endpoints'). */
import type { CachedType, CachePut } from '../cache/bid-cache.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import { maxAskedTtlSeconds, maxValueBytes } from '../config/cache-limits.ts';
import { RequestError } from '../errors.ts';
import { isDeeper, maxDepth } from '../openrtb/depth.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { parsedBytes } from '../openrtb/parsed-json.ts';
import { json, noStore, type Exchange } from './exchange.ts';

/** One value to cache; `ttlSeconds` is 0 where the client leaves the lifetime to the host. */
export interface AskedPut {
  readonly type: CachedType;
  readonly ttlSeconds: number;
  readonly value: Uint8Array;
  /** The entry itself, for its other fields. */
  readonly entry: JsonObject;
}

/** Most entries in one request. */
const mostPuts = 100;

/** How a negative `ttlseconds` is treated: as a fault, as in Prebid Cache, or as none given. */
export type NegativeTtl = 'fault' | 'none';

/** The entries of `{"puts": […]}` in `body`. Throws a `RequestError` 400 that says which entry is wrong, and how. */
export function readPuts(body: Uint8Array, negativeTtl: NegativeTtl): AskedPut[] {
  const asked = parsedBytes(body);
  if (asked === undefined) throw fault('Request body is not valid JSON.');
  const puts = isObject(asked) ? asked['puts'] : undefined;
  if (!Array.isArray(puts)) throw fault('Request body has no "puts": send {"puts":[{"type","value"}]}');
  if (puts.length > mostPuts) {
    throw fault(`Incoming number of keys ${puts.length} is more than allowed: ${mostPuts}`);
  }
  return puts.map((entry, at) => readPut(entry, at, negativeTtl));
}

/**
 * Stores `puts` in `cache` and answers with their ids. Rejects with a `RequestError` of `faultStatus` when the cache does not take every
 * value.
 */
export async function answerPuts(
  exchange: Exchange,
  puts: readonly CachePut[],
  { cache, faultStatus }: { readonly cache: Pick<BoundedCache, 'put'>; readonly faultStatus: number },
): Promise<void> {
  const { ids, fault: why } = puts.length === 0 ? { ids: [], fault: '' } : await cache.put(puts);
  if (why !== '') throw new RequestError(faultStatus, [`${why}: try again later`]);
  exchange.answer(200, [json, noStore], JSON.stringify({ responses: ids.map((uuid) => ({ uuid })) }));
}

function readPut(entry: unknown, at: number, negativeTtl: NegativeTtl): AskedPut {
  if (!isObject(entry)) throw fault(`puts[${at}] is not an object`);
  if (isDeeper(entry, maxDepth)) throw fault(`puts[${at}] is nested too deeply`);
  const { type, value, ttlseconds } = entry;
  if (type !== 'json' && type !== 'xml') {
    throw fault(`Type must be one of ["json", "xml"]. Found ${shown(type)} in puts[${at}]`);
  }
  if (value === undefined) throw fault(`Missing value. puts[${at}] has none`);
  if (type === 'xml' && typeof value !== 'string') {
    throw fault(`XML messages must have a String value. Found ${shown(value)} in puts[${at}]`);
  }
  const bytes = Buffer.from(type === 'xml' ? (value as string) : JSON.stringify(value));
  if (bytes.byteLength === 0) throw fault(`Missing value. puts[${at}] has an empty one`);
  if (bytes.byteLength > maxValueBytes) {
    throw fault(
      `POST /cache element ${at} exceeded max size: Payload size ${bytes.byteLength} exceeded max ${maxValueBytes}`,
    );
  }
  return { type, ttlSeconds: readTtl(ttlseconds, at, negativeTtl), value: bytes, entry };
}

function readTtl(ttlseconds: unknown, at: number, negative: NegativeTtl): number {
  if (ttlseconds === undefined || ttlseconds === null) return 0;
  if (!Number.isInteger(ttlseconds) && typeof ttlseconds !== 'bigint')
    throw fault(`ttlseconds must be a whole number in puts[${at}]`);
  if (Number(ttlseconds) < 0 && negative === 'fault') {
    throw fault(`ttlseconds must not be negative ${shown(ttlseconds)} in puts[${at}].`);
  }
  return Math.min(Math.max(Number(ttlseconds), 0), maxAskedTtlSeconds);
}

/** A client's value as quoted in a message, shortened. */
function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value.slice(0, 20)}'` : (JSON.stringify(value) ?? 'nothing').slice(0, 40);
}

function fault(text: string): RequestError {
  return new RequestError(400, [text]);
}
