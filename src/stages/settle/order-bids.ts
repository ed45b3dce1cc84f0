/**
 * Decides the order of a seat's bids: best first for a bidder that `multibid` names, as sent for all others
 * (decisions, 'Multibid'; implementation B 2).
 */

/** What ordering reads of a bid: the indexes of its imp and its bidder, and its place among that bidder's bids on the imp, best first. */
interface OrderedBid {
  readonly imp: number;
  readonly bidder: number;
  readonly place: number;
}

/** The index in `bids` of each bid of the answer, in its order: the bids of one of `named` on an imp exchange places. */
export function orderBids(bids: readonly OrderedBid[], named: ReadonlySet<number>): number[] {
  const order = bids.map((_, at) => at);
  const ofNamed = order.filter((at) => named.has(bids[at]!.bidder));
  const groups = Map.groupBy(ofNamed, (at) => `${bids[at]!.imp} ${bids[at]!.bidder}`);
  for (const group of groups.values()) {
    const bestFirst = group.toSorted((a, b) => bids[a]!.place - bids[b]!.place);
    for (const [nth, at] of group.entries()) order[at] = bestFirst[nth]!;
  }
  return order;
}
