/** Decides when a failing bid store is not called for a while, and reports the outage (decisions, 'Caching'): a circuit breaker. */
import { Trouble } from '../seldom.ts';

/**
 * `onTrouble` is called with the error of each outage, once each and at most once a minute; `onWell` at the end of an outage that was
 * reported. `nowMs` is the clock of rests and of that minute, in milliseconds.
 */
export interface OutageRules {
  readonly onTrouble: (error: unknown) => void;
  readonly onWell?: () => void;
  readonly nowMs?: () => number;
}

/**
 * After `failuresInRow` failures the store rests for `restMs`; after that, each further failure begins another rest. Puts that fail
 * together, as in one pause of the store or of this process, count once.
 */
const failuresInRow = 5;
const restMs = 1000;

/** The failures and rests of one store. */
export class StoreRests {
  readonly #trouble: Trouble<unknown>;
  readonly #nowMs: () => number;
  #failures = 0;
  #lastFailureAtMs = -Infinity;
  #untilMs = 0;

  constructor({ onTrouble, onWell = () => undefined, nowMs = () => performance.now() }: OutageRules) {
    this.#trouble = new Trouble(onTrouble, onWell, nowMs);
    this.#nowMs = nowMs;
  }

  /** True while the store must not be called. */
  isResting(): boolean {
    return this.#nowMs() < this.#untilMs;
  }

  /** Notes a failure of something begun at `startedAtMs` (clock of `performance.now()`). */
  noteFailure(error: unknown, startedAtMs: number): void {
    if (startedAtMs < this.#lastFailureAtMs) return;
    this.#lastFailureAtMs = performance.now();
    this.#failures++;
    if (this.#failures < failuresInRow || this.isResting()) return;
    this.#untilMs = this.#nowMs() + restMs;
    this.#trouble.begin(error);
  }

  /** Notes that the store has answered. */
  end(): void {
    this.#failures = 0;
    this.#trouble.end();
  }
}
