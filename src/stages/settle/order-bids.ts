/** Decides in which order a seat's bids come: those of a bidder that `multibid` names best first, all others as it sent them (decisions, 'Multibid'; implementation B 2). */

/** What ordering reads of a bid: places of its imp and its bidder, and its own among that bidder's on the imp, best first. */
export interface OrderedBid {
  readonly imp: number;
  readonly bidder: number;
  readonly place: number;
}

/** Where in `bids` each bid of the answer stands, in the answer's order: the bids of one of `named` on an imp change places among themselves. */
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
