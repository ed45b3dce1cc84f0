/**
 * Limits how many answers are written synchronously in one event loop turn, so that no client can hold up all others by pipelining: the
 * library goes on reading a connection while it brings more requests, but drops it when the previous request is still unanswered.
 */

const mostAtOnce = 100;

/** The current event loop turn. */
export class Turn {
  /** Answers that wait for the end of the turn. */
  waiting = 0;
  #answers = 0;

  /** False when the next answer waits for the end of the turn. */
  get hasRoom(): boolean {
    return this.#answers < mostAtOnce;
  }

  /** Calls `answer` now, or at the end of the turn if it must wait or many have been called already; the request may be aborted by then. */
  run(answer: () => void, mustWait = false): void {
    const isNow = this.hasRoom && !mustWait;
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
