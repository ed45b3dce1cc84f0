/** What metrics are told of an auction's bidders, as numbers: the kinds of entry, and the places of what is counted of each (decisions, 'One outcome per (imp, bidder)'; issue 7, item 5). */
import { nonBidCode } from '../errors.ts';
import type { OutcomeKind } from './call-records.ts';

/**
 * What an auction's bidders did, for metrics: numbers in threes, which cost least on their way. A three is the bidder's place
 * in the configuration (-1: not in it), what happened, and how much:
 * - `tallied.call` + place in `callEnds`: one call ended so, after so many milliseconds;
 * - `tallied.bid` + place of its media type: one valid bid, at a price in US dollars, -1 where no rate leads there;
 * - `tallied.imp` + place in `impEnds`: so many imps ended so;
 * - `tallied.drop` + place in `dropReasons`: so many bids were dropped for it;
 * - `tallied.warn` + place in `warnReasons`: so many bids took part that were warned of for it.
 */
export type Tally = readonly number[];

/** The number of each kind of entry, to which a place in that kind's list is added: none has a hundred. */
export const tallied = { call: 0, bid: 100, imp: 200, drop: 300, warn: 400 } as const;

/** How a call ended: its kind, but replies by what they are worth. */
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

/** Places of the ends of calls whose time says nothing of their bidder: they were not sent, or not waited for. */
export const untimedEnds: ReadonlySet<number> = new Set(
  (['late', 'busy', 'cancelled', 'blocked', 'overtaken'] as const).map((end) => callEnds.indexOf(end)),
);

const callPlaces: ReadonlyMap<string, number> = new Map(callEnds.map((end, at) => [end, at]));

/** Place in `callEnds` of an outcome. */
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

/** Ends of calls for which answers say that the bidder was not reached, though it was this host or the client that gave them up. */
const givenUp = ['busy', 'cancelled'] as const satisfies readonly OutcomeKind[];

/** What an imp that a bidder was asked for ended in: a bid, or the reason for none. */
export const impEnds: readonly string[] = ['bid', ...reasons.map(([, end]) => end), ...givenUp, 'other'];

/** Place in `impEnds` of what imps end in that have no bid for calls which ended so: those calls are no fault of their bidder. */
export const givenUpPlaces: ReadonlyMap<OutcomeKind, number> = new Map(
  givenUp.map((kind) => [kind, impEnds.indexOf(kind)]),
);

/** Place in `impEnds` of each reason (errors, `nonBidCode`); any other is the last one. */
export const nonBidPlaces: ReadonlyMap<number, number> = new Map(reasons.map(([code], at) => [code, at + 1]));

/** Why a bid was dropped: a field that is missing or wrong, an imp that its bidder was not sent, its price, no rate for its currency, no deal where one must be, no word of who paid where it must say so, a creative too large or insecure, a price below the imp's floor (of a deal: `deal_floor`), a plugin of the host, no category or duration that its pod has room for. */
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

/** One of them. */
export type DropReason = (typeof dropReasons)[number];

/** Why a bid that took part was warned of: what it would be dropped for if its host enforced the check. */
export const warnReasons = ['size', 'insecure'] as const satisfies readonly DropReason[];

/** One of them. */
export type WarnReason = (typeof warnReasons)[number];
