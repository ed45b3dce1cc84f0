/**
 * Decides which bids are cached, in which form and for how long
 * (spec 4.1.4; decisions, 'Caching'), and which lifetime bids state (implementation B 5).
 */
import type { CachedKind, ContextCache, ContextLifetimes } from '../../auction/context-terms.ts';
import { maxAskedTtlSeconds } from '../../config/cache-limits.ts';
import type { MediaType } from '../../openrtb/media-types.ts';

/** What planning reads of a bid; `exp` is the bidder's own, of any type, `impExp` its imp's. */
export interface CacheableBid {
  readonly type: MediaType;
  readonly winner: boolean;
  readonly exp: unknown;
  readonly impExp: number;
  readonly hasVast: boolean;
}

/** How one bid is cached. */
interface CachePlan {
  /** Seconds for which its JSON, and its VAST, are cached; 0: not at all. */
  readonly jsonTtlSeconds: number;
  readonly xmlTtlSeconds: number;
  /** Whether the answer keeps its `adm` once it is cached. */
  readonly keepsAdm: boolean;
}

/** Rule a keeps everything for one more minute. */
const ruleABufferSeconds = 60;

/** The plan for one bid; `ttlRule` is the host's. */
export function planCache(bid: CacheableBid, cache: ContextCache, ttlRule: 'a' | 'b'): CachePlan {
  const isAsked = cache.allBids || bid.winner;
  const json = isAsked ? cache.bids : null;
  const xml = isAsked && bid.type === 'video' && bid.hasVast ? cache.vastxml : null;
  const { bannerTtlSeconds, videoTtlSeconds } = cache;
  const lifetimes = { ttlRule, bannerTtlSeconds, videoTtlSeconds };
  const ttlOf = (kind: CachedKind | null): number => (kind === null ? 0 : chooseTtl(bid, kind, lifetimes));
  return {
    jsonTtlSeconds: ttlOf(json),
    xmlTtlSeconds: ttlOf(xml),
    keepsAdm: keepsAdm([json, xml]),
  };
}

/** How long a bid lives in any of the requested forms, cached or not, in seconds; 0: not stated. */
export function lifetimeOf(
  bid: Pick<CacheableBid, 'type' | 'exp' | 'impExp'>,
  kinds: Pick<ContextCache, 'bids' | 'vastxml'> | null,
  lifetimes: ContextLifetimes,
): number {
  const asked = [kinds?.bids, bid.type === 'video' ? kinds?.vastxml : null].filter((kind) => kind != null);
  const forms = asked.length === 0 ? [unasked] : asked;
  return Math.max(...forms.map((kind) => chooseTtl(bid, kind, lifetimes)));
}

const unasked: CachedKind = { ttlSeconds: 0, returnCreative: null };

/** One form that wants it is enough. A form that says nothing follows the others; where none says anything, the `adm` stays. */
function keepsAdm(kinds: readonly (CachedKind | null)[]): boolean {
  const wishes = kinds.flatMap((kind) => kind?.returnCreative ?? []);
  return wishes.length === 0 || wishes.includes(true);
}

/** The first of the specification's five steps that states a lifetime; the host may state 0, which means 'do not cache'. */
function chooseTtl(
  { type, exp, impExp }: Pick<CacheableBid, 'type' | 'exp' | 'impExp'>,
  kind: CachedKind,
  { ttlRule, bannerTtlSeconds, videoTtlSeconds }: ContextLifetimes,
): number {
  const standard = type === 'video' || type === 'audio' ? videoTtlSeconds : bannerTtlSeconds;
  const ttl = askedSeconds(exp) || askedSeconds(impExp) || askedSeconds(kind.ttlSeconds) || standard;
  return ttl === 0 || ttlRule === 'b' ? ttl : ttl + ruleABufferSeconds;
}

/** A lifetime that a bidder or client asks for in whole seconds, 0 for none. */
function askedSeconds(seconds: unknown): number {
  if (typeof seconds !== 'number' || !(seconds > 0)) return 0;
  return Math.min(Math.ceil(seconds), maxAskedTtlSeconds);
}
