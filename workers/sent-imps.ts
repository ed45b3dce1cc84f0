/** Composes which imps the bids of a reply may answer (decisions, 'Bid checks'). */
import type { AuctionContext } from '../src/auction/context.ts';

/** Whose bids are taken (a place in the context), in which currency ('' for none stated). */
export interface BidSource {
  readonly bidder: number;
  readonly cur: string;
  /** The imp for which a stored reply stands: its bids may answer no other, and live ones not this. */
  readonly storedImp?: number;
}

/** Gives the imps by id: those of all calls of the bidder, for a bid may answer another than its own call's. */
export function answerableImps({
  bidders,
  calls,
  imps,
}: AuctionContext): (source: BidSource) => ReadonlyMap<string, number> {
  const sent = bidders.map(() => new Map<string, number>());
  for (const call of calls) for (const at of call.imps) sent[call.bidder]!.set(imps[at]!.id, at);
  return ({ bidder, storedImp }) =>
    storedImp === undefined ? sent[bidder]! : new Map([[imps[storedImp]!.id, storedImp]]);
}
