/** Decides which store keeps the bids (interface, `cache`). */
import type { Config } from '../config/schema.ts';
import type { BidCache } from './bid-cache.ts';
import { BoundedCache } from './bounded-cache.ts';
import { EmbeddedCache } from './embedded-cache.ts';
import { HttpCache } from './http-cache.ts';
import { RedisCache } from './redis-cache.ts';

/**
 * Opens the configured store; one that is elsewhere and away does not keep the service from starting. `onTrouble` is told of
 * outages, and why. Throws an Error that names `cache.path` when its folder cannot be used.
 */
export function openCache(settings: Config['cache'], onTrouble: (error: unknown) => void): BoundedCache {
  return new BoundedCache(openStore(settings), { timeoutMs: settings.timeoutMs, onTrouble });
}

function openStore({ store, path, maxBytes, url, timeoutMs }: Config['cache']): BidCache {
  switch (store) {
    case 'embedded':
      return new EmbeddedCache({ path, maxBytes, nowMs: Date.now });
    case 'http':
      return new HttpCache(url, timeoutMs);
    case 'redis':
      return new RedisCache(url);
  }
}
