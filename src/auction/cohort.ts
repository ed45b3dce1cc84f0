/**
 * Lets the auctions of one turn of the event loop take each step side by side: first everybody's bytes are read, then all requests
 * are shaped, or all replies settled. What a step needs is then in the processor's caches (bench/README, 'Choices': a fifth).
 */

/** The auctions of one process that wait for the end of the turn. */
export class Cohort {
  #waiting: (() => void)[] = [];

  /** Resolves when every socket that has something to say in this turn has been heard; those who joined first go on first. */
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
