/** Gives places to those who wait for one (issue 7, 'Must hold'): the latest goes first. */

/**
 * A few places. In the order in which they came, all who wait would come too late as long as more come than are served, and one request
 * that names hundreds of ids would take the source away from everybody.
 */
export class LatestFirst {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** What `task` gives, once there is a place for it. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.pop();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}
