/** Decides which imp the bids of a stored reply answer (spec 4.1.6; decisions, 'Stored responses'). */
import type { ReadBid } from '../../adapter/adapter-results.ts';

/** The bids with `impid` as their `impid`. The given bids are not changed. */
export function placeStoredBids(bids: readonly ReadBid[], impid: string): ReadBid[] {
  return bids.map((one) => ({ ...one, bid: { ...one.bid, impid } }));
}
