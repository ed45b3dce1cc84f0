/** Decides the ad-server keys of one bid (spec 4.1.3; decisions, 'Key forms', 'Truncation'). */
import { priceBucket } from '../../money/price-bucket.ts';
import { cutKey } from '../../money/key-length.ts';
import type { TargetingSettings } from '../../money/targeting.ts';
import type { MediaType } from '../../openrtb/media-types.ts';
import { setOwn } from '../../openrtb/json-object.ts';

/**
 * Where a bid is cached: `cacheId` is for its JSON, `uuid` for its VAST, at least one is present;
 * `host` and `path` are those of the cache's public URL.
 */
export interface CachedBid {
  readonly cacheId?: string | undefined;
  readonly uuid?: string | undefined;
  /**
   * The id that follows the value of `pb_cat_dur` in the cache ids of all VAST in an auction's pods; absent where `uuid` is the whole id.
   */
  readonly podId?: string | undefined;
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
  /** Its price, category and duration in a pod; absent for none. */
  readonly catDur?: string | undefined;
}

/** How the bid was ranked: `code` is the bidder or its multibid code, '' for no targeting. */
interface TargetedPlace {
  readonly code: string;
  readonly winner: boolean;
}

/**
 * The keys and values of one bid in a fixed order, undefined for none: plain keys for its imp's winner, keys with the code for every bid
 * that has a code, as the settings say. Called only for requests with `targeting`.
 */
export function buildTargeting(
  bid: TargetedBid,
  place: TargetedPlace,
  settings: TargetingSettings,
): { readonly [key: string]: string } | undefined {
  const { includewinners, includebidderkeys, alwaysincludedeals, prefix } = settings;
  if (place.code === '' || !(includewinners || includebidderkeys)) return undefined;
  const plain = includewinners && place.winner;
  const suffixed = includebidderkeys || (alwaysincludedeals && Boolean(bid.dealid));
  if (!plain && !suffixed) return undefined;
  const values = namedValues(bid, place.code, settings);
  const targeting: { [key: string]: string } = {};
  if (plain) {
    for (let i = 0; i < values.length; i += 2) setOwn(targeting, `${prefix}_${values[i]!}`, values[i + 1]!);
  }
  if (suffixed) {
    const keys = keysWith(place.code, settings);
    for (let i = 0; i < values.length; i += 2) {
      const name = values[i]!;
      setOwn(targeting, (keys[name] ??= codedKey(name, place.code, settings)), values[i + 1]!);
    }
  }
  return targeting;
}

function codedKey(name: string, code: string, { prefix, truncateKeyLength }: TargetingSettings): string {
  return cutKey(`${prefix}_${name}_${code}`, truncateKeyLength);
}

/** The keys of one code by name, as far as they have been made, and the settings that they depend on. */
interface CodedKeys {
  readonly prefix: string;
  readonly truncateKeyLength: number;
  readonly keys: { [name: string]: string };
}

/**
 * V8 looks up each text that becomes a member's name among all names of the process: keys for a host's bidders are therefore remembered.
 */
const remembered = new Map<string, CodedKeys>();
const mostCodes = 2000;
const longestCode = 64;

/** The known keys with `code`; the caller may add new ones. */
function keysWith(code: string, { prefix, truncateKeyLength }: TargetingSettings): CodedKeys['keys'] {
  const known = remembered.get(code);
  if (known?.prefix === prefix && known.truncateKeyLength === truncateKeyLength) return known.keys;
  const keys = {};
  if (code.length > longestCode) return keys;
  if (known === undefined && remembered.size === mostCodes) remembered.delete(remembered.keys().next().value!);
  remembered.set(code, { prefix, truncateKeyLength, keys });
  return keys;
}

/** Names without prefix, each followed by its value: a flat list, because this runs for every bid. */
function namedValues(bid: TargetedBid, code: string, settings: TargetingSettings): string[] {
  const { dealid, w = 0, h = 0, cache } = bid;
  const values = ['pb', priceBucket(bid.price, settings.granularity[bid.type], settings.rounding), 'bidder', code];
  if (w > 0 && h > 0) values.push('size', `${w}x${h}`);
  if (settings.includeformat) values.push('format', bid.type);
  if (dealid) values.push('deal', dealid);
  if (settings.env !== '') values.push('env', settings.env);
  if (bid.catDur !== undefined) values.push('pb_cat_dur', bid.catDur);
  if (cache === undefined) return values;
  if (cache.cacheId) values.push('cache_id', cache.cacheId);
  if (cache.uuid) values.push('uuid', cache.podId ?? cache.uuid);
  values.push('cache_host', cache.host, 'cache_path', cache.path);
  return values;
}
