/** What the first hop leaves for the second: carried as bytes by the main thread, which never opens them (house, 'The journey'). */
import type { AccountSettings } from '../config/account-settings.ts';
import type { Problem } from '../errors.ts';
import type { AdjustmentRules } from '../money/bid-adjustments.ts';
import type { BidRounding } from '../money/price-bucket.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { BannerSize, ContextImp } from './context-imp.ts';

/** One bidder that was asked for at least one imp, in the order in which the imps name them. */
export interface ContextBidder {
  /** Its code or alias: the seat. */
  readonly name: string;
  readonly core: string;
  /** The code of the configuration's entry that reads its replies; '' for a seat that only stored responses name. */
  readonly configured: string;
  /** Places in `imps`. */
  readonly imps: readonly number[];
  /** Those of them on which only bids with a deal count (spec 4.1.13). */
  readonly dealsonly: readonly number[];
}

/** A stored reply that stands in for a bidder on one imp (spec 4.1.6): places in `bidders` and `imps`. */
export interface ContextStored {
  readonly bidder: number;
  readonly imp: number;
  /** The reply's text: the bidder's own form, or for `isAuction` an OpenRTB response. */
  readonly text: string;
  readonly isAuction: boolean;
  /** Whether every bid answers this imp, whatever its `impid`. */
  readonly replaceimpid: boolean;
  /** What the seat of a stored auction response itself says; absent for nothing. */
  readonly seatExt?: JsonObject | undefined;
}

/** One call, in the order of the first hop's records. */
export interface ContextCall {
  /** Place in `bidders`. */
  readonly bidder: number;
  /** Places in `imps`. */
  readonly imps: readonly number[];
  /** The media types of each of `imps` as sent; absent when each has its imp's own. */
  readonly types?: readonly (readonly MediaType[])[];
  /** What the adapter wants to know again when it reads the reply; absent for nothing. */
  readonly note?: unknown;
}

/** Why a bidder brought no bid for an imp: places in `bidders` and `imps`, and the reason (errors, `nonBidCode`). */
export interface ContextNonBid {
  readonly bidder: number;
  readonly imp: number;
  readonly code: number;
}

/** One form in which bids are cached. */
export interface CachedKind {
  /** The request's lifetime in seconds, 0 for none. */
  readonly ttlSeconds: number;
  /** Null: the request does not say. */
  readonly returnCreative: boolean | null;
}

/** On which terms an auction caches bids (spec 4.1.4); null forms are not asked for. */
export interface ContextCache {
  readonly bids: CachedKind | null;
  readonly vastxml: CachedKind | null;
  /** Every bid, not only the winner of each imp. */
  readonly allBids: boolean;
  /** The account's lifetimes over the host's, in seconds; 0: not cached. */
  readonly bannerTtlSeconds: number;
  readonly videoTtlSeconds: number;
}

/** How long the bids of an auction live, cached or not. */
export interface ContextLifetimes extends Pick<ContextCache, 'bannerTtlSeconds' | 'videoTtlSeconds'> {
  readonly ttlRule: 'a' | 'b';
}

/** What the event addresses of an auction's bids say (spec 6). */
export interface ContextEvents {
  readonly account: string;
  /** Milliseconds since 1970: the client's, or the arrival. */
  readonly timestampMs: number;
  /** '' for none. */
  readonly integration: string;
  /** The bids get addresses. Without it, trackers in VAST are still there, but do not count. */
  readonly isAsked: boolean;
}

/** What analytics are told of an auction's request (spec 6). Undefined members are left out. */
export interface ContextReport {
  readonly kind: 'auction' | 'amp';
  /** The names of the modules that may be told. */
  readonly modules: readonly string[];
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly account: string;
  readonly integration: string | undefined;
  readonly channel: JsonObject | undefined;
  /** The client's own time of the auction, in milliseconds since 1970. */
  readonly auctiontimestamp: number | undefined;
  /** As far as analytics may know it. */
  readonly request: BidRequest;
}

/** What bids must tell of who paid for them (IAB Tech Lab, 'DSA Transparency'). */
export interface ContextDsa {
  /** 0: the publisher cannot show it; 2: it will; 1 or undefined: either may. */
  readonly pubrender?: number | undefined;
}

/** What becomes of a bid whose creative fails a check: it stays and is warned of, or it is dropped. */
export type CheckMode = 'warn' | 'enforce';

/** How bids' creatives are checked; null: not for that. */
export interface ContextCreatives {
  /** `most`: the host's own limits, 0 for none. */
  readonly size: { readonly mode: CheckMode; readonly most: BannerSize } | null;
  readonly secure: CheckMode | null;
}

/** How deals of a bidder on an imp are called in keys once their priority is high enough: places in `bidders` and `imps`. */
export interface ContextDealTier {
  readonly bidder: number;
  readonly imp: number;
  readonly prefix: string;
  readonly minDealTier: number;
}

/** Everything of one auction that the second hop reads. */
export interface AuctionContext {
  readonly id: string;
  /** The ad server's currency: `cur[0]`, USD by default. */
  readonly cur: string;
  readonly tmaxrequest: number | null;
  /** `ext.debug` is wanted and allowed. */
  readonly debug: boolean;
  readonly resolvedrequest: unknown;
  /** With debug: places in `bidders` whose calls are shown to nobody; absent for none. */
  readonly hiddenCalls?: readonly number[] | undefined;
  /** With debug: what privacy denies a bidder and why, a line each. */
  readonly privacy?: readonly (readonly [bidder: string, line: string])[] | undefined;
  /** Where the request comes from, as ad-server keys tell it; `amp`: it is answered as an AMP page's. */
  readonly env: '' | 'amp' | 'mobile-app';
  readonly returnAllBidStatus: boolean;
  readonly imps: readonly ContextImp[];
  readonly bidders: readonly ContextBidder[];
  readonly calls: readonly ContextCall[];
  readonly stored: readonly ContextStored[];
  /** The members of `ext.<namespace>` that rule prices and targeting. */
  readonly svc: JsonObject;
  /** Where the client put the entries of these members of `svc`; undefined where none were dropped. */
  readonly multibidPlaces?: readonly number[] | undefined;
  readonly adservertargetingPlaces?: readonly number[] | undefined;
  /** The account's settings over the host's `targeting`. */
  readonly targetingDefaults: JsonObject;
  /** The whole request, when a rule of `adservertargeting` reads it. */
  readonly request?: BidRequest | undefined;
  /** 32 hexadecimal digits: the ids of the second hop derive from them. */
  readonly seed: string;
  readonly cache: ContextCache | null;
  /** Undefined: bids do not tell how long they live. */
  readonly lifetimes?: ContextLifetimes | undefined;
  /** Null when the account has no events. */
  readonly events: ContextEvents | null;
  /** Null when no analytics module is to be told. */
  readonly report: ContextReport | null;
  /** Undefined: bids need not tell who paid for them. */
  readonly dsa?: ContextDsa | undefined;
  /** Undefined: bids' creatives are not checked. */
  readonly creatives?: ContextCreatives | undefined;
  /** Which bids are held to the floor of their imp: all, or those without a deal. Undefined: none. */
  readonly floored?: 'all' | 'dealless' | undefined;
  /** The account's, for bids that the request's own (in `svc`) are not for; undefined where it has none. */
  readonly bidAdjustments?: AdjustmentRules | undefined;
  /** The account's; undefined: down. */
  readonly bidRounding?: BidRounding | undefined;
  /** Whose auction the host's plugins are told of, and the account's settings of them; undefined: none runs. */
  readonly plugins?: { readonly account: string; readonly own: AccountSettings['plugins'] } | undefined;
  /** Bids tell their rank on their imp; undefined: they do not. */
  readonly tellsRank?: true | undefined;
  /** The tiers of bidders' deals; undefined: the request does not support them. */
  readonly dealTiers?: readonly ContextDealTier[] | undefined;
  /** Bids kept per bidder and imp without multibid; 0: all. */
  readonly defaultBidLimit: number;
  readonly errors: readonly (readonly [name: string, problems: readonly Problem[]])[];
  readonly warnings: readonly (readonly [name: string, problems: readonly Problem[]])[];
  readonly nonbids: readonly ContextNonBid[];
}

/** The number of a bidder and an imp, by their places, among all such pairs of an auction (decisions, 'One outcome per (imp, bidder)'). */
export function pairOf({ imps }: Pick<AuctionContext, 'imps'>, bidder: number, imp: number): number {
  return bidder * imps.length + imp;
}
