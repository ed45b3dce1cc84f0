/** Composes which imps the bids of a reply may answer (decisions, 'Bid checks'). */
import type { AuctionContext } from '../../src/auction/context.ts';

/** Whose bids are taken (an index in the context), and in which currency ('' for none stated). */
export interface BidSource {
  readonly bidder: number;
  readonly cur: string;
  /** The imp for which a stored reply stands in: its bids may answer no other imp, and live bids may not answer this one. */
  readonly storedImp?: number;
}

/** Returns the imps that a source's bids may answer, by id: those of all the bidder's calls, not only of the call that was answered. */
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
