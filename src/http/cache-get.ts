/** `GET /cache?uuid=`, and `GET /vtrack?uuid=` (implementation B 6): what players and creatives fetch (interface, 'Endpoints'; decisions, 'User sync and other endpoints'). */
import { isCacheId } from '../config/cache-limits.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import { cacheFault } from '../cache/cache-faults.ts';
import { json, noSniff, noStore, text, type Exchange, type Header, type Route } from './exchange.ts';

/** What lies in the cache is a stranger's: no browser may guess its type, or run it in this host's name. */
const safe: readonly Header[] = [noSniff, ['Content-Security-Policy', 'sandbox'], noStore];

const valueHeaders = {
  json: [json, ...safe],
  xml: [['Content-Type', 'application/xml'], ...safe],
} as const;
const faultHeaders = [text, ...safe];

/** The route: 200 with the value as it was kept, 400 without `uuid`, 404 for nothing under it, 503 when the store cannot be asked. */
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

/** Faults have the form of Prebid Cache's. */
function refuse(exchange: Exchange, status: number, what: string): void {
  exchange.answer(status, faultHeaders, `GET ${exchange.path} ${what}\n`);
}
