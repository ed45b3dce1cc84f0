/**
 * Decides whether a bidder's host is still called after calls that reached nobody, or whose answers broke off (issue 'Overload'): too
 * many in a row open the breaker, from then on one call after another goes out as a probe, for ever, and the first that is answered
 * closes it.
 */

/** When a breaker opens, and how often it probes. */
export interface BreakerRules {
  /** Calls in a row that reached nobody, or whose answers broke off; 0: the breaker never opens. */
  readonly breakerFailures: number;
  /** The time within which they must come, in milliseconds. */
  readonly breakerWindowMs: number;
  /** The time from one probe to the next, in milliseconds. */
  readonly breakerProbeMs: number;
}

/** `half-open` while a probe is out. */
type BreakerState = 'closed' | 'half-open' | 'open';

/** One host's breaker. Every instant is in milliseconds on one clock. */
export class Breaker {
  readonly #rules: BreakerRules;
  #state: BreakerState = 'closed';
  #failures = 0;
  #firstFailureAtMs = 0;
  #nextProbeAtMs = 0;

  constructor(rules: BreakerRules) {
    this.#rules = rules;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /** True when a call may be sent now; the caller sends it. A probe that is never heard of delays the next by no more than any other. */
  allows(nowMs: number): boolean {
    if (this.#state === 'closed') return true;
    if (nowMs < this.#nextProbeAtMs) return false;
    this.#state = 'half-open';
    this.#nextProbeAtMs = nowMs + this.#rules.breakerProbeMs;
    return true;
  }

  /** Takes in a call that was answered, whatever the answer. */
  succeeded(): void {
    this.#state = 'closed';
    this.#failures = 0;
  }

  /** Takes in a call that reached nobody, or whose answer broke off. */
  failed(nowMs: number): void {
    const { breakerFailures, breakerWindowMs, breakerProbeMs } = this.#rules;
    if (this.#state !== 'closed') {
      this.#state = 'open';
      return;
    }
    if (this.#failures === 0 || nowMs - this.#firstFailureAtMs > breakerWindowMs) {
      this.#failures = 0;
      this.#firstFailureAtMs = nowMs;
    }
    this.#failures += 1;
    if (breakerFailures === 0 || this.#failures < breakerFailures) return;
    this.#state = 'open';
    this.#nextProbeAtMs = nowMs + breakerProbeMs;
  }
}
