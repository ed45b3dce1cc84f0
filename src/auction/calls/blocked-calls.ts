/** Counts the calls that breaker and throttle held back, by the code that their bidder is configured as. */

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

  /** The counts by bidder. */
  byBidder(): BlockedReading {
    return this.#counts;
  }
}
