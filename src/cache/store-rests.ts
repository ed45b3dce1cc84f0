/** Decides when a bid store that fails again and again is left alone for a while, and who is told of the outage (decisions, 'Caching'). */
import { Trouble } from '../seldom.ts';

/**
 * `onTrouble` is told of an outage, and why: once each, and at most once a minute; `onWell` of the end of one that was told.
 * `nowMs` is the clock of rests and of that minute, in milliseconds.
 */
export interface OutageRules {
  readonly onTrouble: (error: unknown) => void;
  readonly onWell?: () => void;
  readonly nowMs?: () => number;
}

/**
 * So many failures in a row, and the store is left alone for `restMs`; then each failure means another rest. Puts that fail together,
 * as in one halt of the store or of this process, are one failure.
 */
const failuresInRow = 5;
const restMs = 1000;

/** The rests of one store. */
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

  /** True while the store is left alone. */
  isResting(): boolean {
    return this.#nowMs() < this.#untilMs;
  }

  /** Notes that something failed that was begun at `startedAtMs` (clock of `performance.now()`). */
  noteFailure(error: unknown, startedAtMs: number): void {
    if (startedAtMs < this.#lastFailureAtMs) return;
    this.#lastFailureAtMs = performance.now();
    this.#failures++;
    if (this.#failures < failuresInRow || this.isResting()) return;
    this.#untilMs = this.#nowMs() + restMs;
    this.#trouble.begin(error);
  }

  /** Notes that the store answers. */
  end(): void {
    this.#failures = 0;
    this.#trouble.end();
  }
}
