/** The members of a context that say what becomes of bids: how they are cached, announced, checked and named (see `AuctionContext`). */
import type { Size } from '../openrtb/banner.ts';

/** How the request asks for one kind of cached value. */
export interface CachedKind {
  /** The lifetime that the request asks for, in seconds; 0 for none. */
  readonly ttlSeconds: number;
  /** Null: the request does not say. */
  readonly returnCreative: boolean | null;
}

/** How an auction caches bids (spec 4.1.4); null: that kind is not requested. */
export interface ContextCache {
  readonly bids: CachedKind | null;
  readonly vastxml: CachedKind | null;
  /** Cache every bid, not only the winner of each imp. */
  readonly allBids: boolean;
  /** The account's lifetimes, else the host's, in seconds; 0: not cached. */
  readonly bannerTtlSeconds: number;
  readonly videoTtlSeconds: number;
}

/** The settings that decide the lifetime of a bid, cached or not. */
export interface ContextLifetimes extends Pick<ContextCache, 'bannerTtlSeconds' | 'videoTtlSeconds'> {
  readonly ttlRule: 'a' | 'b';
}

/** What the event URLs of an auction's bids contain (spec 6). */
export interface ContextEvents {
  readonly account: string;
  /** Milliseconds since 1970: the client's timestamp, else the arrival. */
  readonly timestampMs: number;
  /** '' for none. */
  readonly integration: string;
  /** Bids get event URLs. Otherwise only VAST carries trackers, and those are not counted. */
  readonly isAsked: boolean;
}

/** What bids must disclose about who paid for them (IAB Tech Lab, 'DSA Transparency'). */
export interface ContextDsa {
  /** 0: the publisher cannot show it; 2: it will; 1 or undefined: either may. */
  readonly pubrender?: number | undefined;
}

/** What happens to a bid whose creative fails a check: it is kept with a warning, or dropped. */
export type CheckMode = 'warn' | 'enforce';

/** Which checks bids' creatives undergo; null: that check is off. */
export interface ContextCreatives {
  /** `most`: the host's own limits; 0 for none. */
  readonly size: { readonly mode: CheckMode; readonly most: Size } | null;
  readonly secure: CheckMode | null;
}

/**
 * How targeting keys name a bidder's deals on an imp once their priority is high enough. `bidder` and `imp` are places in `bidders` and
 * `imps`.
 */
export interface ContextDealTier {
  readonly bidder: number;
  readonly imp: number;
  readonly prefix: string;
  readonly minDealTier: number;
}
