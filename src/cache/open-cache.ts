/** Opens the configured store of bids (interface, `cache`); the others' modules are not loaded. */
import type { Config } from '../config/schema.ts';
import type { BidCache } from './bid-cache.ts';
import { BoundedCache } from './bounded-cache.ts';
import { LateCache, type OpenStore } from './late-cache.ts';
import type { OutageRules } from './store-rests.ts';

type StoreSettings = Pick<Config['cache'], 'store' | 'path' | 'maxBytes' | 'url' | 'apiKey' | 'timeoutMs'>;

/**
 * Opens the configured store. A remote store that is down, a full disk or a damaged store does not keep the service from starting. Rejects
 * with an Error that names `cache.path` when its folder cannot be used.
 */
export async function openCache(settings: StoreSettings, outages: OutageRules): Promise<BoundedCache> {
  const store = await openStore(settings, outages.onTrouble);
  return new BoundedCache(store, { timeoutMs: settings.timeoutMs, ...outages });
}

async function openStore(
  { store, path, maxBytes, url, apiKey, timeoutMs }: StoreSettings,
  onTrouble: (error: unknown) => void,
): Promise<BidCache> {
  switch (store) {
    case 'embedded': {
      const { EmbeddedCache } = await import('./embedded-cache.ts');
      // During a restart into another version, that version's store may have replaced this one; it must not be removed in turn.
      const fixed = { path, maxBytes, onDamage: onTrouble };
      const open: OpenStore = (onGone, wasGone) => new EmbeddedCache({ ...fixed, onGone, keepsOthers: wasGone });
      return new LateCache(open, onTrouble);
    }
    case 'http': {
      const { HttpCache } = await import('./http-cache.ts');
      return new HttpCache(url, timeoutMs, apiKey);
    }
    case 'redis': {
      const { RedisCache } = await import('./redis-cache.ts');
      return new RedisCache(url);
    }
  }
}
