/**
 * Decides which share of a bidder's calls is still sent when it only times out (issue 'Overload'): its calls keep connections
 * and auctions waiting for nothing. At least one call in twenty goes out, and one a second, so that a recovery is seen at once.
 */

/** Over this share of timeouts a bidder is throttled, from `fullFrom` on to the least share. */
const throttledFrom = 0.9;
const fullFrom = 0.98;
/** The share of calls that always goes out. */
const leastShare = 0.05;
/** A call goes out this long after the last one, however many are held back: a bidder with few calls loses none. */
const longestPauseMs = 1000;
/** Under this share of timeouts the past is forgotten. */
const cleanBelow = 0.02;

/** One bidder at one host: how it did of late, and which calls are sent. Every instant is in milliseconds on one clock. */
export class Throttle {
  readonly #weight: number;
  #timedOutShare = 0;
  #credit = 0;
  #lastSentAtMs = -Infinity;

  /** `memory`: the number of calls over which the share of timeouts is smoothed, at least 1; 0: nothing is ever held back. */
  constructor(memory: number) {
    this.#weight = memory === 0 ? 0 : 1 / memory;
  }

  /** The smoothed share of calls that timed out, 0 to 1. */
  get timedOutShare(): number {
    return this.#timedOutShare;
  }

  /** True when nothing speaks against the bidder. */
  get isClean(): boolean {
    return this.#timedOutShare < cleanBelow;
  }

  /** The share of calls that is sent now, from `leastShare` to 1. */
  get sentShare(): number {
    const badness = Math.min(1, Math.max(0, (this.#timedOutShare - throttledFrom) / (fullFrom - throttledFrom)));
    return 1 - badness * (1 - leastShare);
  }

  /** True when a call may be sent now; the caller sends it. Calls are held back evenly, not by chance. */
  allows(nowMs: number): boolean {
    this.#credit += this.sentShare;
    // Sums of decimals fall short by a hair.
    const isDue = this.#credit >= 1 - 1e-6;
    if (isDue) this.#credit -= 1;
    else if (nowMs - this.#lastSentAtMs < longestPauseMs) return false;
    this.#lastSentAtMs = nowMs;
    return true;
  }

  /** Takes in a call that was not answered by its deadline. */
  timedOut(): void {
    this.#timedOutShare += (1 - this.#timedOutShare) * this.#weight;
  }

  /** Takes in a call that was answered, whatever the answer. */
  answered(): void {
    this.#timedOutShare -= this.#timedOutShare * this.#weight;
  }
}
