/** Decides the ad-server keys of one bid (spec 4.1.3; decisions, 'Key forms', 'Truncation'). */
import { priceBucket } from '../../money/price-bucket.ts';
import { cutKey, type TargetingSettings } from '../../money/targeting.ts';
import type { MediaType } from '../../openrtb/media-types.ts';
import { setOwn } from '../../openrtb/merge-patch.ts';

/** Where a bid is cached: `cacheId` its JSON, `uuid` its VAST, at least one of them; `host` and `path` of the cache's public address. */
export interface CachedBid {
  readonly cacheId?: string | undefined;
  readonly uuid?: string | undefined;
  readonly host: string;
  readonly path: string;
}

/** What targeting reads of a bid: `type` as resolved, `price` in the ad server's currency. */
export interface TargetedBid {
  readonly type: MediaType;
  readonly price: number;
  readonly dealid?: string | undefined;
  readonly w?: number | undefined;
  readonly h?: number | undefined;
  readonly cache?: CachedBid | undefined;
}

/** How the bid was ranked: `code` is the bidder or its multibid code, '' for no targeting. */
export interface TargetedPlace {
  readonly code: string;
  readonly winner: boolean;
}

/**
 * The keys and values of one bid in a fixed order, null for none: plain keys for its imp's winner, keys with the code
 * for every coded bid, as the settings say. Called only for requests with `targeting`.
 */
export function buildTargeting(
  bid: TargetedBid,
  place: TargetedPlace,
  settings: TargetingSettings,
): { readonly [key: string]: string } | null {
  const { includewinners, includebidderkeys, alwaysincludedeals, prefix, truncateKeyLength } = settings;
  if (place.code === '' || !(includewinners || includebidderkeys)) return null;
  const plain = includewinners && place.winner;
  const suffixed = includebidderkeys || (alwaysincludedeals && Boolean(bid.dealid));
  if (!plain && !suffixed) return null;
  const values = namedValues(bid, place.code, settings);
  const targeting: { [key: string]: string } = {};
  if (plain) {
    for (let i = 0; i < values.length; i += 2) setOwn(targeting, `${prefix}_${values[i]!}`, values[i + 1]!);
  }
  if (suffixed) {
    for (let i = 0; i < values.length; i += 2) {
      setOwn(targeting, cutKey(`${prefix}_${values[i]!}_${place.code}`, truncateKeyLength), values[i + 1]!);
    }
  }
  return targeting;
}

/** Names without prefix, each followed by its value: a flat list, because this runs for every bid. */
function namedValues(bid: TargetedBid, code: string, settings: TargetingSettings): string[] {
  const { dealid, w = 0, h = 0, cache } = bid;
  const values = ['pb', priceBucket(bid.price, settings.granularity[bid.type]), 'bidder', code];
  if (w > 0 && h > 0) values.push('size', `${w}x${h}`);
  if (settings.includeformat) values.push('format', bid.type);
  if (dealid) values.push('deal', dealid);
  if (settings.env !== '') values.push('env', settings.env);
  if (cache === undefined) return values;
  if (cache.cacheId) values.push('cache_id', cache.cacheId);
  if (cache.uuid) values.push('uuid', cache.uuid);
  if (cache.cacheId || cache.uuid) values.push('cache_host', cache.host, 'cache_path', cache.path);
  return values;
}
