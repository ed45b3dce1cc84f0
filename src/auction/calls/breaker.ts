/**
 * A circuit breaker: decides whether a bidder's host is still called after calls that could not connect, or whose replies broke off (issue
 * 'Overload'). Too many such failures in a row open it. Then single calls go out as probes, at intervals and without end, and the first
 * answer closes it.
 */

/** When a breaker opens, and how often it probes. */
export interface BreakerRules {
  /** Consecutive failures that open the breaker: calls that could not connect, or whose replies broke off; 0: it never opens. */
  readonly breakerFailures: number;
  /** The time within which these failures must occur, in milliseconds, wherever it begins. */
  readonly breakerWindowMs: number;
  /** The time from one probe to the next, in milliseconds. */
  readonly breakerProbeMs: number;
}

/** `half-open` while a probe is in flight. */
type BreakerState = 'closed' | 'half-open' | 'open';

/** One host's breaker. Every instant is in milliseconds on one clock. */
export class Breaker {
  readonly #rules: BreakerRules;
  #state: BreakerState = 'closed';
  /** When the last calls in a row failed, all of them within one window. */
  #failedAtMs: number[] = [];
  #nextProbeAtMs = 0;

  constructor(rules: BreakerRules) {
    this.#rules = rules;
  }

  get state(): BreakerState {
    return this.#state;
  }

  /**
   * True when a call may be sent now; the caller must then send it. A probe whose end is never reported delays the next probe no longer
   * than any other.
   */
  allows(nowMs: number): boolean {
    if (this.#state === 'closed') return true;
    if (nowMs < this.#nextProbeAtMs) return false;
    this.#state = 'half-open';
    this.#nextProbeAtMs = nowMs + this.#rules.breakerProbeMs;
    return true;
  }

  /** Notes a call that was answered, whatever the answer. */
  succeeded(): void {
    this.#state = 'closed';
    this.#failedAtMs = [];
  }

  /** Notes a call that could not connect, or whose reply broke off. */
  failed(nowMs: number): void {
    const { breakerFailures, breakerWindowMs, breakerProbeMs } = this.#rules;
    if (this.#state !== 'closed') {
      this.#state = 'open';
      return;
    }
    if (breakerFailures === 0) return;
    this.#failedAtMs.push(nowMs);
    while (nowMs - this.#failedAtMs[0]! > breakerWindowMs) this.#failedAtMs.shift();
    if (this.#failedAtMs.length < breakerFailures) return;
    this.#state = 'open';
    this.#nextProbeAtMs = nowMs + breakerProbeMs;
  }
}
