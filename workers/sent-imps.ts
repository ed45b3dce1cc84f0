/** Composes which imps the bids of a reply may answer (decisions, 'Bid checks'). */
import type { AuctionContext } from '../src/auction/context.ts';

/** Each bidder's imps by id: those of all its calls, for a bid may answer another than its own call's. */
export function sentImps({ bidders, calls, imps }: AuctionContext): ReadonlyMap<string, number>[] {
  const sent = bidders.map(() => new Map<string, number>());
  for (const call of calls) for (const at of call.imps) sent[call.bidder]!.set(imps[at]!.id, at);
  return sent;
}
