/** Limits how many tasks run at once (issue 7, 'Must hold'): the task that came last runs next. */

interface Waiting {
  readonly signal: AbortSignal;
  readonly go: () => void;
  readonly giveUp: (reason: unknown) => void;
}

/**
 * A fixed number of places. First come, first served would make every task late under overload, and one request that names hundreds of ids
 * would block the source for everybody.
 */
export class LatestFirst {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Runs `task` once a place is free, and resolves with its result. Rejects when `signal` fires first, as soon as another task comes or
   * ends. All signals must have the same timeout.
   */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#rejectTimedOut();
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((go, giveUp) => this.#waiting.push({ signal, go, giveUp }));
    try {
      return await task();
    } finally {
      this.#rejectTimedOut();
      const next = this.#waiting.pop();
      if (next === undefined) this.#free += 1;
      else next.go();
    }
  }

  /** The tasks at the front time out first, and are never next in line. */
  #rejectTimedOut(): void {
    while (this.#waiting[0]?.signal.aborted === true) {
      const { giveUp, signal } = this.#waiting.shift()!;
      giveUp(signal.reason);
    }
  }
}
