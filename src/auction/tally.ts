/**
 * How the second hop tells what an auction's bidders did, for metrics: numbers in threes, which cost least on their way from
 * thread to thread (decisions, 'One outcome per (imp, bidder)'; issue 7, item 5).
 */
import type { Channel, OutcomeKind } from './messages.ts';

/** Where the kinds of entry begin. */
export const tallied = { call: 0, bid: 100, imp: 200, drop: 300 } as const;

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
] as const;

const callPlaces: { readonly [kind in OutcomeKind]: number } = {
  reply: 0,
  timeout: 3,
  late: 4,
  unreachable: 5,
  broken: 6,
  oversized: 7,
  busy: 8,
  cancelled: 9,
  blocked: 10,
  throttled: 10,
};

/** Place in `callEnds` of an outcome. */
export function callPlace(kind: OutcomeKind, status: number): number {
  if (kind !== 'reply' || status === 200) return callPlaces[kind];
  return status === 204 ? 1 : 2;
}

/** What an imp that a bidder was asked for ended in: a bid, or the reason for none. */
export const impEnds = [
  'bid',
  'no_bid',
  'error',
  'timeout',
  'invalid_reply',
  'unreachable',
  'blocked',
  'channel',
  'media_type',
  'privacy',
  'rejected',
  'other',
] as const;

/** Place in `impEnds` of each reason (errors, `nonBidCode`); any other is the last one. */
export const nonBidPlaces: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [100, 2],
  [101, 3],
  [102, 4],
  [103, 5],
  [200, 6],
  [201, 7],
  [202, 8],
  [204, 9],
  [300, 10],
]);

/** Why a bid was dropped: a field that is missing or wrong, an imp that its bidder was not sent, its price, no rate for its currency, no deal where one must be. */
export const dropReasons = ['invalid', 'unknown_imp', 'price', 'currency', 'deal'] as const;

/** One of them. */
export type DropReason = (typeof dropReasons)[number];

/** All channels. */
export const channels = ['web', 'app', 'dooh', 'amp', 'unknown'] as const satisfies readonly Channel[];
