/**
 * Lets the auctions of one event loop turn take each step together: first all bytes are read, then all requests are prepared, or all
 * replies settled. The code and data of a step then stay in the processor's caches (bench/README, 'Choices': a fifth).
 */

/** The auctions of one process that wait for the end of the event loop turn. */
export class Cohort {
  #waiting: (() => void)[] = [];

  /** Resolves once all sockets that are ready in this turn have been read; callers go on in the order in which they joined. */
  join(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#goOn());
      this.#waiting.push(resolve);
    });
  }

  #goOn(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
