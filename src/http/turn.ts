/**
 * Decides how many answers one turn of the event loop gives on the spot. The library goes on with a connection as long as more
 * requests are there, but drops one whose request before is not answered yet: so nobody holds up all others by pipelining.
 */

const mostAtOnce = 100;

/** The turn of the event loop that is going on. */
export class Turn {
  /** Answers that wait for the end of the turn. */
  waiting = 0;
  #answers = 0;

  /** False when the next answer waits for the end of the turn. */
  get hasRoom(): boolean {
    return this.#answers < mostAtOnce;
  }

  /** Calls `answer` now, or at the end of the turn when many have been called; the request may be aborted by then. */
  run(answer: () => void): void {
    const isNow = this.hasRoom;
    if (this.#answers === 0) setImmediate(() => (this.#answers = 0));
    this.#answers += 1;
    if (isNow) {
      answer();
      return;
    }
    this.waiting += 1;
    setImmediate(() => {
      this.waiting -= 1;
      answer();
    });
  }
}
