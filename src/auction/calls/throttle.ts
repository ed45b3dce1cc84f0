/**
 * Decides which share of a bidder's calls is still sent when nearly all time out (issue 'Overload'): such calls keep connections and
 * auctions waiting for nothing. At least one call in twenty goes out, and one a second, so that a recovery is noticed at once.
 */

/** Above the first share of timeouts a bidder is throttled, increasingly; from the second on, down to `leastShare`. */
const throttledFrom = 0.9;
const fullFrom = 0.98;
/** The smallest share of calls that is sent. */
const leastShare = 0.05;
/** A call always goes out this long after the last one sent: a bidder with few calls loses none. */
const longestPauseMs = 1000;
/** Below this share of timeouts a bidder's history is forgotten. */
const cleanBelow = 0.02;

/** One bidder at one host: its recent timeouts, and which calls are sent. Every instant is in milliseconds on one clock. */
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

  /** True when the bidder's history can be forgotten. */
  get isClean(): boolean {
    return this.#timedOutShare < cleanBelow;
  }

  /** The share of calls that is sent now, from `leastShare` to 1. */
  get sentShare(): number {
    const badness = Math.min(1, Math.max(0, (this.#timedOutShare - throttledFrom) / (fullFrom - throttledFrom)));
    return 1 - badness * (1 - leastShare);
  }

  /** True when a call may be sent now; the caller must then send it. Calls are held back evenly, not at random. */
  allows(nowMs: number): boolean {
    this.#credit += this.sentShare;
    // Floating-point sums fall slightly short.
    const isDue = this.#credit >= 1 - 1e-6;
    if (isDue) this.#credit -= 1;
    else if (nowMs - this.#lastSentAtMs < longestPauseMs) return false;
    this.#lastSentAtMs = nowMs;
    return true;
  }

  /** Notes a call that was not answered by its deadline. */
  timedOut(): void {
    this.#timedOutShare += (1 - this.#timedOutShare) * this.#weight;
  }

  /** Notes a call that was answered, whatever the answer. */
  answered(): void {
    this.#timedOutShare -= this.#timedOutShare * this.#weight;
  }
}
