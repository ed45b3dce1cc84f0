/**
 * The numbers that report an auction's bidders to metrics: the kinds of entry, and the lists that entries refer to (decisions, 'One outcome
 * per (imp, bidder)'; issue 7, item 5).
 */
import { nonBidCode } from '../errors.ts';
import type { OutcomeKind } from './call-records.ts';

/**
 * What an auction's bidders did, for metrics. Numbers in groups of three are cheapest to send between threads: the bidder's place in the
 * configuration (-1: not in it), what happened, and an amount:
 * - `tallied.call` + place in `callEnds`: one call ended this way, after this many milliseconds;
 * - `tallied.bid` + place of its media type: one valid bid, at this price in US dollars, -1 if there is no conversion rate;
 * - `tallied.imp` + place in `impEnds`: this many imps ended this way;
 * - `tallied.drop` + place in `dropReasons`: this many bids were dropped for this reason;
 * - `tallied.warn` + place in `warnReasons`: this many bids took part with this warning.
 */
export type Tally = readonly number[];

/** The base number of each kind of entry, to which a place in that kind's list is added: no list has a hundred. */
export const tallied = { call: 0, bid: 100, imp: 200, drop: 300, warn: 400 } as const;

/** How a call ended: its outcome kind, with replies split by status. */
export const callEnds = [
  'reply',
  'no_content',
  'bad_status',
  'timeout',
  'late',
  'unreachable',
  'broken',
  'oversized',
  'busy',
  'cancelled',
  'blocked',
  'overtaken',
] as const;

/** Places of ends whose duration says nothing about the bidder: the call was not sent, or not waited for. */
export const untimedEnds: ReadonlySet<number> = new Set(
  (['late', 'busy', 'cancelled', 'blocked', 'overtaken'] as const).map((end) => callEnds.indexOf(end)),
);

const callPlaces: ReadonlyMap<string, number> = new Map(callEnds.map((end, at) => [end, at]));

/** The place in `callEnds` of an outcome. */
export function callPlace(kind: OutcomeKind, status: number): number {
  return callPlaces.get(callEnd(kind, status))!;
}

function callEnd(kind: OutcomeKind, status: number): (typeof callEnds)[number] {
  if (kind === 'throttled') return 'blocked';
  if (kind !== 'reply' || status === 200) return kind;
  return status === 204 ? 'no_content' : 'bad_status';
}

const reasons = [
  [nonBidCode.noBid, 'no_bid'],
  [nonBidCode.error, 'error'],
  [nonBidCode.timeout, 'timeout'],
  [nonBidCode.invalidReply, 'invalid_reply'],
  [nonBidCode.unreachable, 'unreachable'],
  [nonBidCode.blocked, 'blocked'],
  [nonBidCode.channel, 'channel'],
  [nonBidCode.mediaType, 'media_type'],
  [nonBidCode.privacy, 'privacy'],
  [nonBidCode.rejected, 'rejected'],
  [nonBidCode.belowFloor, 'below_floor'],
  [nonBidCode.belowDealFloor, 'below_deal_floor'],
  [nonBidCode.size, 'size'],
  [nonBidCode.insecure, 'insecure'],
  [nonBidCode.category, 'category'],
] as const;

/** Ends that answers report as bidder unreachable, although this host or the client gave the call up. */
const givenUp = ['busy', 'cancelled'] as const satisfies readonly OutcomeKind[];

/** How an imp that a bidder was asked for ended: with a bid, or the reason for none. */
export const impEnds: readonly string[] = ['bid', ...reasons.map(([, end]) => end), ...givenUp, 'other'];

/**
 * The place in `impEnds` for imps without a bid whose call was given up by this host or the client, by outcome kind: not the bidder's
 * fault.
 */
export const givenUpPlaces: ReadonlyMap<OutcomeKind, number> = new Map(
  givenUp.map((kind) => [kind, impEnds.indexOf(kind)]),
);

/** The place in `impEnds` of each non-bid code (errors, `nonBidCode`); codes not listed count as 'other', the last place. */
export const nonBidPlaces: ReadonlyMap<number, number> = new Map(reasons.map(([code], at) => [code, at + 1]));

/**
 * Why a bid was dropped, in order: a missing or wrong field; an imp that its bidder was not sent; its price; no rate for its currency; no
 * deal where one is required; no disclosure of who paid where one is required; a creative too large, or insecure; a price below the imp's
 * floor (for a deal: `deal_floor`); a plugin of the host; no category or duration that its pod has room for.
 */
export const dropReasons = [
  'invalid',
  'unknown_imp',
  'price',
  'currency',
  'deal',
  'dsa',
  'size',
  'insecure',
  'floor',
  'deal_floor',
  'plugin',
  'category',
] as const;

/** A reason for dropping a bid. */
export type DropReason = (typeof dropReasons)[number];

/** Why a bid took part with a warning: a host that enforces the check drops it for the same reason. */
export const warnReasons = ['size', 'insecure'] as const satisfies readonly DropReason[];

/** A reason for a warning. */
export type WarnReason = (typeof warnReasons)[number];
