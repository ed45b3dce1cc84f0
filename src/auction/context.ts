/** What the first hop passes to the second (messages, `Carried`). The main thread never opens it (house, 'The journey'). */
import type { AccountSettings } from '../config/account-settings.ts';
import type { Problem } from '../errors.ts';
import type { AdjustmentRules } from '../money/bid-adjustments.ts';
import type { BidRounding } from '../money/price-bucket.ts';
import type { MediaType } from '../openrtb/media-types.ts';
import type { JsonObject } from '../openrtb/json-object.ts';
import type { BidRequest } from '../openrtb/request.ts';
import type { ContextImp } from './context-imp.ts';
import type {
  ContextCache,
  ContextCreatives,
  ContextDealTier,
  ContextDsa,
  ContextEvents,
  ContextLifetimes,
} from './context-terms.ts';

/** One bidder that was asked for at least one imp; bidders are in the order in which the imps name them. */
export interface ContextBidder {
  /** Its code or alias: the seat. */
  readonly name: string;
  readonly core: string;
  /** The configured bidder code whose adapter reads the replies; '' for a seat that only stored responses name. */
  readonly configured: string;
  /** Places in `imps`. */
  readonly imps: readonly number[];
  /** The places in `imps` for which this bidder's bids need a deal (spec 4.1.13). */
  readonly dealsonly: readonly number[];
}

/** A stored reply that stands in for a bidder on one imp (spec 4.1.6): places in `bidders` and `imps`. */
export interface ContextStored {
  readonly bidder: number;
  readonly imp: number;
  /** The reply's text: in the bidder's own format, or an OpenRTB response if `isAuction`. */
  readonly text: string;
  readonly isAuction: boolean;
  /** Whether every bid is assigned to this imp, whatever its `impid`. */
  readonly replaceimpid: boolean;
  /** The `ext` of the seat in a stored auction response; absent for none. */
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
  /** A note that the adapter made for reading the reply; absent for none. */
  readonly note?: unknown;
}

/** Why a bidder brought no bid for an imp: places in `bidders` and `imps`, and the reason (errors, `nonBidCode`). */
export interface ContextNonBid {
  readonly bidder: number;
  readonly imp: number;
  readonly code: number;
}

/** What analytics modules receive about an auction's request (spec 6). Undefined members are left out. */
export interface ContextReport {
  readonly kind: 'auction' | 'amp';
  /** The names of the modules that may receive the report. */
  readonly modules: readonly string[];
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly account: string;
  readonly integration: string | undefined;
  readonly channel: JsonObject | undefined;
  /** The client's own timestamp of the auction, in milliseconds since 1970. */
  readonly auctiontimestamp: number | undefined;
  /** Reduced to what analytics may see. */
  readonly request: BidRequest;
}

/** Everything about one auction that the second hop needs. */
export interface AuctionContext {
  readonly id: string;
  /** The ad server's currency: `cur[0]`, USD by default. */
  readonly cur: string;
  readonly tmaxrequest: number | null;
  /** `ext.debug` is requested and allowed. */
  readonly debug: boolean;
  readonly resolvedrequest: unknown;
  /** With debug: places in `bidders` whose calls are hidden from the debug output; absent for none. */
  readonly hiddenCalls?: readonly number[] | undefined;
  /** With debug: one line per thing that privacy rules deny a bidder, with the reason. */
  readonly privacy?: readonly (readonly [bidder: string, line: string])[] | undefined;
  /** The request's source, as targeting keys state it; `amp` also means that the answer has the form for AMP pages. */
  readonly env: '' | 'amp' | 'mobile-app';
  readonly returnAllBidStatus: boolean;
  readonly imps: readonly ContextImp[];
  readonly bidders: readonly ContextBidder[];
  readonly calls: readonly ContextCall[];
  readonly stored: readonly ContextStored[];
  /** The members of `ext.<namespace>` that govern prices and targeting. */
  readonly svc: JsonObject;
  /** The original indexes of the entries of these `svc` members; absent where none were dropped. */
  readonly multibidIndexes?: readonly number[];
  readonly adservertargetingIndexes?: readonly number[];
  /** The account's settings merged over the host's `targeting`. */
  readonly targetingDefaults: JsonObject;
  /** The whole request, present when a rule of `adservertargeting` reads from it. */
  readonly request?: BidRequest | undefined;
  /** 32 hexadecimal digits from which the second hop derives its ids. */
  readonly seed: string;
  readonly cache: ContextCache | null;
  /** Undefined: bids do not state their lifetime. */
  readonly lifetimes?: ContextLifetimes | undefined;
  /** Null when the account has no events. */
  readonly events: ContextEvents | null;
  /** Null when no analytics module receives a report. */
  readonly report: ContextReport | null;
  /** Undefined: bids need not disclose who paid for them. */
  readonly dsa?: ContextDsa | undefined;
  /** Undefined: bids' creatives are not checked. */
  readonly creatives?: ContextCreatives | undefined;
  /** Which bids must reach the floor of their imp: all, or those without a deal. Undefined: none. */
  readonly floored?: 'all' | 'dealless' | undefined;
  /** The account's rules, for bids that none of the request's rules (in `svc`) match; undefined for none. */
  readonly bidAdjustments?: AdjustmentRules | undefined;
  /** The account's rounding; undefined: round down. */
  readonly bidRounding?: BidRounding | undefined;
  /** The account id and its plugin settings, for the host's plugins; undefined: no plugin runs. */
  readonly plugins?: { readonly account: string; readonly own: AccountSettings['plugins'] } | undefined;
  /** Bids state their rank on their imp; undefined: they do not. */
  readonly tellsRank?: true | undefined;
  /** Deal tiers by bidder and imp; undefined: the request does not support them. */
  readonly dealTiers?: readonly ContextDealTier[] | undefined;
  /** Bids kept per bidder and imp when multibid says nothing; 0: all. */
  readonly defaultBidLimit: number;
  readonly errors: readonly (readonly [name: string, problems: readonly Problem[]])[];
  readonly warnings: readonly (readonly [name: string, problems: readonly Problem[]])[];
  readonly nonbids: readonly ContextNonBid[];
}

/** The code of a bidder's adapter as answers state it: an alias of the host counts as an adapter of its own, one of the request does not. */
export function adapterCode({ core, configured }: Pick<ContextBidder, 'core' | 'configured'>): string {
  return configured || core;
}

/** A unique number for a pair of bidder and imp, given their places (decisions, 'One outcome per (imp, bidder)'). */
export function pairOf({ imps }: Pick<AuctionContext, 'imps'>, bidder: number, imp: number): number {
  return bidder * imps.length + imp;
}
