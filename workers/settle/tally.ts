/** Composes what metrics learn about an auction's bidders (auction/tally; decisions, 'One outcome per (imp, bidder)'). */
import { pairOf, type AuctionContext } from '../../src/auction/context.ts';
import type { SettleMessage } from '../../src/auction/settle-messages.ts';
import { callPlace, givenUpPlaces, impEnds, nonBidPlaces, tallied, type Tally } from '../../src/auction/tally.ts';
import { rateFinder } from '../../src/money/convert.ts';
import { nonBidCode } from '../../src/errors.ts';
import { mediaTypes } from '../../src/openrtb/media-types.ts';
import { talliedKinds } from './non-bids.ts';
import type { HopParts } from '../parts.ts';
import type { PlacedBid } from './place-bids.ts';
import type { Replies } from './read-replies.ts';

/** One settled auction; `placed` are the bids of its answer. */
interface SettledAuction {
  readonly message: SettleMessage;
  readonly context: AuctionContext;
  readonly parts: HopParts;
  readonly replies: Replies;
  readonly placed: readonly PlacedBid[];
}

/** The calls, bids, imps, dropped bids and bids with warnings of an auction's bidders, each bidder by its index in the configuration. */
export function tallyOf(auction: SettledAuction): Tally {
  const { message, context, parts } = auction;
  const indexes = context.bidders.map(({ configured }) => parts.bidderIndexes.get(configured) ?? -1);
  const tally: number[] = [];
  message.outcomes.forEach(({ kind, status, elapsedMs }, at) => {
    const { bidder } = context.calls[at]!;
    tally.push(indexes[bidder]!, tallied.call + callPlace(kind, status), elapsedMs);
  });
  addBids(tally, indexes, auction);
  addImps(tally, indexes, auction);
  for (const [key, count] of auction.replies.nonBids.counts)
    tally.push(indexes[Math.floor(key / talliedKinds)]!, key % talliedKinds, count);
  return tally;
}

function addBids(
  tally: number[],
  indexes: readonly number[],
  { message, context, parts, replies }: SettledAuction,
): void {
  if (replies.bids.length === 0) return;
  const rate = rateFinder(undefined, parts.hostRates(message.rates))(context.cur, 'USD');
  for (const { bidder, type, price } of replies.bids) {
    const dollars = rate === null ? -1 : (price * rate.times) / rate.over;
    tally.push(indexes[bidder]!, tallied.bid + mediaTypes.indexOf(type), dollars);
  }
}

const unreachable = nonBidPlaces.get(nonBidCode.unreachable)!;

/** An imp counts as 'bid' when at least one bid on it has stayed. */
function addImps(tally: number[], indexes: readonly number[], auction: SettledAuction): void {
  const { context, replies, placed } = auction;
  let givenUp: ReturnType<typeof givenUpEnds> | undefined;
  const hasBid = new Set(placed.map(({ priced }) => pairOf(context, priced.bidder, priced.imp)));
  const other = impEnds.length - 1;
  context.bidders.forEach(({ imps }, bidder) => {
    for (const imp of imps) {
      const key = pairOf(context, bidder, imp);
      const reason = replies.nonBids.reasons.get(key) ?? nonBidCode.noBid;
      let end = hasBid.has(key) ? 0 : (nonBidPlaces.get(reason) ?? other);
      if (end === unreachable) end = (givenUp ??= givenUpEnds(auction)).get(key) ?? end;
      addImp(tally, indexes[bidder]!, tallied.imp + end);
    }
  });
}

/** How imps ended by `pairOf`, undefined where no call was given up here; as with reasons for no bid, the first call counts. */
function givenUpEnds({ message, context }: SettledAuction): ReadonlyMap<number, number | undefined> {
  const ends = new Map<number, number | undefined>();
  message.outcomes.forEach(({ kind }, at) => {
    const { bidder, imps } = context.calls[at]!;
    for (const imp of imps) {
      const key = pairOf(context, bidder, imp);
      if (!ends.has(key)) ends.set(key, givenUpPlaces.get(kind));
    }
  });
  return ends;
}

/** An imp that ends like the one before it is counted in the same entry. */
function addImp(tally: number[], index: number, what: number): void {
  const last = tally.length - 1;
  if (tally[last - 1] === what && tally[last - 2] === index) tally[last]! += 1;
  else tally.push(index, what, 1);
}
