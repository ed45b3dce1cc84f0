/** Gives places to those who wait for one (issue 7, 'Must hold'): the latest goes first. */

interface Waiting {
  readonly signal: AbortSignal;
  readonly go: () => void;
  readonly giveUp: (reason: unknown) => void;
}

/**
 * A few places. In the order in which they came, all who wait would come too late as long as more come than are served, and one request
 * that names hundreds of ids would take the source away from everybody.
 */
export class LatestFirst {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * What `task` gives, once there is a place for it. Rejects when `signal` has fired before, as soon as another comes or ends;
   * all signals last equally long.
   */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#endOutdated();
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((go, giveUp) => this.#waiting.push({ signal, go, giveUp }));
    try {
      return await task();
    } finally {
      this.#endOutdated();
      const next = this.#waiting.pop();
      if (next === undefined) this.#free += 1;
      else next.go();
    }
  }

  /** Those who came first are the first whose time is over, and stand where no turn comes. */
  #endOutdated(): void {
    while (this.#waiting[0]?.signal.aborted === true) {
      const { giveUp, signal } = this.#waiting.shift()!;
      giveUp(signal.reason);
    }
  }
}
