/** Counts the calls that breaker and throttle held back, by bidder, in bounded memory: requests may name bidders as they like. */

/** What held a call back. */
export type Blocker = 'breaker' | 'throttle';

/** Bidders counted one by one; all others share a count. */
const mostNames = 1000;

/** The counts of one process since its start. */
export class BlockedCalls {
  readonly #counts = new Map<string, { breaker: number; throttle: number }>();

  /** Counts one call of `bidder`; the names after the thousandth are counted as `other`. */
  readonly add = (bidder: string, by: Blocker): void => {
    const known = this.#counts.get(bidder);
    if (known !== undefined) known[by] += 1;
    else if (this.#counts.size >= mostNames && bidder !== 'other') this.add('other', by);
    else this.#counts.set(bidder, { breaker: 0, throttle: 0, [by]: 1 });
  };

  /** The counts by bidder. */
  byBidder(): ReadonlyMap<string, { readonly breaker: number; readonly throttle: number }> {
    return this.#counts;
  }
}
