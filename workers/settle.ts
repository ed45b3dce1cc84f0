/** The second hop: replies in, the answer out (house, 'The journey of one request'). Pure: the same message gives the same bytes. */
import type { AuctionContext } from '../src/auction/context.ts';
import type { SettleMessage, SettleResult } from '../src/auction/messages.ts';
import { nonBidCode, type Problem, type Problems } from '../src/errors.ts';
import type { JsonObject } from '../src/openrtb/merge-patch.ts';
import { buildBid } from '../src/stages/settle/build-bid.ts';
import { buildHttpcall } from '../src/stages/settle/build-httpcall.ts';
import { buildResponse, type Seat, type SeatNonBid } from '../src/stages/settle/build-response.ts';
import { packParts, textAt } from './frame.ts';
import type { HopParts } from './parts.ts';
import { readReplies, type Replies } from './read-replies.ts';
import { targetBids, type PlacedBid } from './target-bids.ts';

/** Reads the replies, prices and ranks the bids, and builds the answer. */
export function settleAuction(message: SettleMessage, parts: HopParts): SettleResult {
  const context = JSON.parse(textAt(message.bytes, message.context)) as AuctionContext;
  const errors = problemsOf(context.errors);
  const warnings = problemsOf(context.warnings);
  const replies = readReplies(message, context, parts, errors);
  const placed = targetBids(replies.bids, context, parts);
  const response = buildResponse({
    namespace: parts.config.namespace,
    id: context.id,
    cur: context.cur,
    seats: seatsOf(placed, context, parts.config.namespace),
    responsetimemillis: replies.millis,
    tmaxrequest: context.tmaxrequest,
    errors,
    warnings,
    debug: context.debug ? debugOf(message, context, replies) : undefined,
    seatnonbid: context.returnAllBidStatus ? nonBidsOf(placed, context, replies) : undefined,
  });
  return { bytes: packParts([JSON.stringify(response)]).bytes };
}

/** One seat for each bidder that kept a bid, in the order of the context. */
function seatsOf(placed: readonly PlacedBid[], context: AuctionContext, namespace: string): Seat[] {
  const bySeat = new Map<number, JsonObject[]>();
  for (const { priced, targeting, targetbiddercode } of placed) {
    const { name, core } = context.bidders[priced.bidder]!;
    const { type, price, origbidcpm, origbidcur, video } = priced;
    const facts = { namespace, name, core, type, price, origbidcpm, origbidcur, targeting, targetbiddercode, video };
    const bid = buildBid(priced.bid, facts);
    const known = bySeat.get(priced.bidder);
    if (known) known.push(bid);
    else bySeat.set(priced.bidder, [bid]);
  }
  return context.bidders.flatMap(({ name }, at) => {
    const bid = bySeat.get(at);
    return bid === undefined ? [] : [{ seat: name, bid }];
  });
}

/** The reason for every imp that a bidder was asked for and has no bid on. */
function nonBidsOf(placed: readonly PlacedBid[], context: AuctionContext, { reasons }: Replies): SeatNonBid[] {
  const size = context.imps.length;
  const won = new Set(placed.map(({ priced }) => priced.bidder * size + priced.imp));
  return context.bidders.flatMap(({ name, imps }, at) => {
    const nonbid = imps
      .filter((imp) => !won.has(at * size + imp))
      .map((imp) => ({
        impid: context.imps[imp]!.id,
        statuscode: reasons.get(at * size + imp) ?? nonBidCode.noBid,
      }));
    return nonbid.length === 0 ? [] : [{ seat: name, nonbid }];
  });
}

function debugOf(message: SettleMessage, context: AuctionContext, { millis }: Replies): JsonObject {
  const httpcalls = new Map<string, JsonObject[]>();
  message.outcomes.forEach((outcome, at) => {
    const record = message.calls[at]!;
    const entry = buildHttpcall({
      uri: record.uri,
      headers: record.headers,
      requestbody: textAt(message.bytes, record.body),
      responsebody: textAt(message.bytes, outcome.body),
      status: outcome.status,
    });
    httpcalls.set(record.bidder, [...(httpcalls.get(record.bidder) ?? []), entry]);
  });
  return {
    httpcalls: Object.fromEntries(httpcalls),
    ...(context.resolvedrequest !== undefined && { resolvedrequest: context.resolvedrequest }),
    responsetimemillis: Object.fromEntries(millis),
  };
}

function problemsOf(entries: readonly (readonly [string, readonly Problem[]])[]): Problems {
  return new Map(entries.map(([name, problems]) => [name, [...problems]]));
}
