/** Decides which store keeps the bids (interface, `cache`); only the one that is configured is loaded. */
import type { Config } from '../config/schema.ts';
import type { BidCache } from './bid-cache.ts';
import { BoundedCache } from './bounded-cache.ts';
import { openLate } from './late-cache.ts';

type StoreSettings = Pick<Config['cache'], 'store' | 'path' | 'maxBytes' | 'url' | 'timeoutMs'>;

/**
 * Opens the configured store; one that is elsewhere and away, or whose disk is full, does not keep the service from starting.
 * `onTrouble` is told of outages, and why. Rejects with an Error that names `cache.path` when its folder cannot be used.
 */
export async function openCache(settings: StoreSettings, onTrouble: (error: unknown) => void): Promise<BoundedCache> {
  return new BoundedCache(await openStore(settings, onTrouble), { timeoutMs: settings.timeoutMs, onTrouble });
}

async function openStore(
  { store, path, maxBytes, url, timeoutMs }: StoreSettings,
  onTrouble: (error: unknown) => void,
): Promise<BidCache> {
  switch (store) {
    case 'embedded': {
      const { EmbeddedCache } = await import('./embedded-cache.ts');
      const options = { path, maxBytes, nowMs: Date.now, onGone: onTrouble };
      return openLate(() => new EmbeddedCache(options), onTrouble);
    }
    case 'http': {
      const { HttpCache } = await import('./http-cache.ts');
      return new HttpCache(url, timeoutMs);
    }
    case 'redis': {
      const { RedisCache } = await import('./redis-cache.ts');
      return new RedisCache(url);
    }
  }
}
