/** Counts the calls that the breaker and the throttle held back, by the bidder's configured code. */

import type { BlockedReading } from '../../observe/metrics/guard-families.ts';

/** What held a call back. */
export type Blocker = 'breaker' | 'throttle';

/** The counts of one process since its start. */
export class BlockedCalls {
  readonly #counts = new Map<string, { breaker: number; throttle: number }>();

  /** Counts one call of `bidder`. */
  readonly add = (bidder: string, by: Blocker): void => {
    const known = this.#counts.get(bidder);
    if (known === undefined) this.#counts.set(bidder, { breaker: 0, throttle: 0, [by]: 1 });
    else known[by] += 1;
  };

  /** The counts by bidder code. */
  byBidder(): BlockedReading {
    return this.#counts;
  }
}
