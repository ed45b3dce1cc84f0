/** Decides whether an auction caches its bids, and on which terms (spec 4.1.4; decisions, 'Caching', 'Wrong fields'). */
import type { CachedKind, ContextCache } from '../../auction/context-terms.ts';
import type { TargetingSettings } from '../../money/targeting.ts';
import type { CacheOptions } from '../../openrtb/svc.ts';

/** The terms of `ext.svc.cache`; null if it asks for nothing, or if no keys are made that could point to cached bids. */
export function chooseCaching(
  cache: CacheOptions,
  keys: Pick<TargetingSettings, 'includewinners' | 'includebidderkeys'>,
  { bannerTtlSeconds, videoTtlSeconds }: Pick<ContextCache, 'bannerTtlSeconds' | 'videoTtlSeconds'>,
): ContextCache | null {
  if (!keys.includewinners && !keys.includebidderkeys) return null;
  const bids = kindOf(cache.bids);
  const vastxml = kindOf(cache.vastxml);
  if (bids === null && vastxml === null) return null;
  return { bids, vastxml, allBids: keys.includebidderkeys, bannerTtlSeconds, videoTtlSeconds };
}

function kindOf(asked: CacheOptions['bids']): CachedKind | null {
  if (asked === undefined) return null;
  return { ttlSeconds: asked.ttlseconds ?? 0, returnCreative: asked.returnCreative ?? null };
}
