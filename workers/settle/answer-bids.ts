/** Composes the answer's seats from the bids that stayed, and the reasons for missing bids (spec 2.3; decisions, 'Seats'). */
import { adapterCode, pairOf, type AuctionContext, type ContextStored } from '../../src/auction/context.ts';
import type { ContextLifetimes } from '../../src/auction/context-terms.ts';
import { nonBidCode } from '../../src/errors.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import { buildBid } from '../../src/stages/settle/build-bid.ts';
import type { Seat, SeatNonBid } from '../../src/stages/settle/build-response.ts';
import { lifetimeOf } from '../../src/stages/settle/plan-cache.ts';
import type { PlacedBid } from './place-bids.ts';
import type { PricedBid } from './take-bids.ts';

/** Each bid in the form of the answer, in the order of `placed`. */
export function answerBids(placed: readonly PlacedBid[], context: AuctionContext, namespace: string): JsonObject[] {
  const { lifetimes, cache } = context;
  return placed.map(({ priced, placing, cached, events, targeting, targetbiddercode, bidid, echo }) => {
    const bidder = context.bidders[priced.bidder]!;
    const { type, price, origbidcpm, origbidcur, video, meta, dealpriority } = priced;
    return buildBid(priced.bid, {
      namespace,
      name: bidder.name,
      adaptercode: adapterCode(bidder),
      type,
      price,
      origbidcpm,
      origbidcur,
      video,
      meta,
      dealpriority,
      floor: priced.impTerms.floor,
      cached,
      events,
      targeting,
      targetbiddercode,
      bidid,
      rank: placing.rank,
      exp: lifetimes && expOf(priced, lifetimes, cache),
      ...echo,
      ...priced.pod,
    });
  });
}

function expOf(
  { bid, type, impTerms }: PricedBid,
  lifetimes: ContextLifetimes,
  cache: AuctionContext['cache'],
): number {
  return lifetimeOf({ type, exp: bid['exp'], impExp: impTerms.exp }, cache, lifetimes);
}

/** One seat for each bidder that kept a bid, in the order of the context; `bids` are `placed` in the form of the answer. */
export function seatsOf(
  placed: readonly PlacedBid[],
  bids: readonly JsonObject[],
  { bidders, stored }: AuctionContext,
): Seat[] {
  const bySeat = Map.groupBy(bids, (_, at) => placed[at]!.priced.bidder);
  const exts = seatExts(stored);
  return bidders.flatMap(({ name }, at) => {
    const bid = bySeat.get(at);
    if (bid === undefined) return [];
    const ext = exts.get(at);
    return [ext === undefined ? { seat: name, bid } : { seat: name, bid, ext }];
  });
}

/** The `ext` of stored seats, by bidder: the first that is stated. */
function seatExts(stored: readonly ContextStored[]): ReadonlyMap<number, JsonObject> {
  const exts = new Map<number, JsonObject>();
  for (const { bidder, seatExt } of stored) if (seatExt !== undefined && !exts.has(bidder)) exts.set(bidder, seatExt);
  return exts;
}

/** The most characters of imps' ids in the reasons: a client's long id is stated for each of hundreds of bidders. */
const mostIdCharacters = 2 * 1024 * 1024;

/** The reasons of one auction, and a warning where some are left out. */
interface NonBidSeats {
  readonly seats: SeatNonBid[];
  readonly warning: string | undefined;
}

/**
 * The reason for every imp that a bidder was asked for and has no bid on, until their ids have 2 MiB; `reasons` are keyed by `pairOf`.
 */
export function nonBidsOf(
  placed: readonly PlacedBid[],
  context: AuctionContext,
  reasons: ReadonlyMap<number, number>,
): NonBidSeats {
  const withBid = new Set(placed.map(({ priced }) => pairOf(context, priced.bidder, priced.imp)));
  let left = mostIdCharacters;
  const seats = context.bidders.flatMap(({ name, imps }, at) => {
    const nonbid: { impid: string; statuscode: number }[] = [];
    for (const imp of imps) {
      const pair = pairOf(context, at, imp);
      if (withBid.has(pair)) continue;
      const impid = context.imps[imp]!.id;
      left -= impid.length;
      if (left >= 0) nonbid.push({ impid, statuscode: reasons.get(pair) ?? nonBidCode.noBid });
    }
    return nonbid.length === 0 ? [] : [{ seat: name, nonbid }];
  });
  const many = `seatnonbid has over ${mostIdCharacters} characters of imp ids: the rest is left out, shorten imp[].id`;
  return { seats, warning: left < 0 ? many : undefined };
}
