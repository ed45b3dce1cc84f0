/**
 * `GET /cache?uuid=` and `GET /vtrack?uuid=` (interface, 'Endpoints'; decisions, 'User sync and other endpoints'; implementation B 6):
 * values that players and creatives fetch.
 */
import { isCacheId } from '../config/cache-limits.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import { cacheFault } from '../cache/cache-faults.ts';
import { json, noSniff, noStore, text, type Exchange, type Header, type Route } from './exchange.ts';

/** Cached values come from strangers: no browser may sniff their type, or run them under this host's origin. */
const safe: readonly Header[] = [noSniff, ['Content-Security-Policy', 'sandbox'], noStore];

const valueHeaders = {
  json: [json, ...safe],
  xml: [['Content-Type', 'application/xml'], ...safe],
} as const;
const faultHeaders = [text, ...safe];

/** The route: 200 with the stored value, 400 without `uuid`, 404 for an unknown one, 503 when the store cannot be reached. */
export function cacheGetRoute(cache: Pick<BoundedCache, 'get'>, path: '/cache' | '/vtrack' = '/cache'): Route {
  return {
    method: 'GET',
    path,
    cors: 'public',
    body: false,
    handle: async (exchange) => {
      const uuid = exchange.query.get('uuid') ?? '';
      if (uuid === '') return refuse(exchange, 400, 'missing required parameter uuid');
      if (!isCacheId(uuid)) return refuse(exchange, 404, 'invalid uuid');
      try {
        const found = await cache.get(uuid);
        if (found === undefined) return refuse(exchange, 404, `uuid=${uuid}: Key not found`);
        exchange.answer(200, valueHeaders[found.type], found.value);
      } catch (error) {
        refuse(exchange, 503, `uuid=${uuid}: ${cacheFault(error)}, try again later`);
      }
    },
  };
}

/** Faults have Prebid Cache's form. */
function refuse(exchange: Exchange, status: number, what: string): void {
  exchange.answer(status, faultHeaders, `GET ${exchange.path} ${what}\n`);
}
