/** Tells the host's log of stored accounts that cannot be used, without letting clients fill it (issue 7: 'errors that teach'). */
import type { StoreLog } from './watched-store.ts';

/** An account is named again after a minute, and no more than twenty in a minute. */
const everyMs = 60_000;
const mostAtOnce = 20;

/** The teller of one process. `nowMs` is a clock in milliseconds. */
export class AccountFaults {
  readonly #log: Pick<StoreLog, 'warn'>;
  readonly #nowMs: () => number;
  readonly #told = new Set<string>();
  #minuteEndsAtMs = -Infinity;
  #leftOut = 0;

  constructor(log: Pick<StoreLog, 'warn'>, nowMs: () => number) {
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** Notes that a request named account `id`, whose stored settings have `faults`. */
  tell(id: string, faults: readonly string[]): void {
    const nowMs = this.#nowMs();
    if (nowMs >= this.#minuteEndsAtMs) {
      this.#minuteEndsAtMs = nowMs + everyMs;
      this.#told.clear();
      if (this.#leftOut > 0)
        this.#log.warn(
          { leftOut: this.#leftOut },
          'more stored accounts are wrong: npm run store -- validate names them all',
        );
      this.#leftOut = 0;
    }
    if (this.#told.has(id)) return;
    if (this.#told.size >= mostAtOnce) return void this.#leftOut++;
    this.#told.add(id);
    this.#log.warn(
      { account: id.slice(0, 200), faults },
      'a stored account is wrong: its requests are refused until it is mended',
    );
  }
}
