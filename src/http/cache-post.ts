/** `POST /cache`: stores clients' values, only if the host allows it (decisions, 'User sync and other endpoints'). */
import { randomUUID } from 'node:crypto';
import type { CachePut } from '../cache/bid-cache.ts';
import type { BoundedCache } from '../cache/bounded-cache.ts';
import type { Config } from '../config/schema.ts';
import { RequestError } from '../errors.ts';
import { answerPuts, readPuts } from './cache-puts.ts';
import { faultHeaders, type Exchange, type Route } from './exchange.ts';

/** Default lifetimes of values, in seconds. */
type PutDefaults = Pick<Config['cache'], 'bannerTtlSeconds' | 'videoTtlSeconds'>;

/** The route: 200 with an id of our own for each value, 400 for a wrong body, 503 when the store does not take every value. */
export function cachePostRoute(cache: Pick<BoundedCache, 'put'>, defaults: PutDefaults): Route {
  return {
    method: 'POST',
    path: '/cache',
    // Prebid.js sends this request with credentials, though nothing here reads them.
    cors: 'credentials',
    body: true,
    handle: async (exchange) => {
      try {
        await keep(exchange, cache, defaults);
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        exchange.answer(error.status, faultHeaders(), `POST /cache ${error.faults.join('; ')}\n`);
      }
    },
  };
}

async function keep(exchange: Exchange, cache: Pick<BoundedCache, 'put'>, defaults: PutDefaults): Promise<void> {
  const { bannerTtlSeconds, videoTtlSeconds } = defaults;
  const puts = readPuts(exchange.body, 'fault').map(({ type, ttlSeconds, value }): CachePut => {
    const standard = type === 'xml' ? videoTtlSeconds : bannerTtlSeconds;
    // An id chosen by the client would let it overwrite, or guess, another's value.
    return { id: randomUUID(), type, ttlSeconds: Math.max(1, ttlSeconds || standard), value };
  });
  await answerPuts(exchange, puts, { cache, faultStatus: 503 });
}
