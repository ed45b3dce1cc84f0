/** Watches the queue before the workers: auctions wait too long in it when they have for a while (issue 'Overload'). */

/** What waits for the workers: hops in the queue now; hops done, and hops for which the queue had no room, since the start. */
export interface Backlog {
  waiting(): number;
  completed(): number;
  refused(): number;
}

/** A queue is too long only when it was for all of this time: a burst may pass. */
const standingMs = 100;
/** The time over which the rate of hops is smoothed. */
const rateMs = 100;
/** So many may wait whatever the rate is: it is not known after a rest. */
const leastQueue = 16;

/** One turn of the clock: the instant, and the milliseconds since the last. */
export interface Tick {
  readonly nowMs: number;
  readonly passedMs: number;
}

/** The queue as it was at the last tick. */
export class QueueWatch {
  readonly #backlog: Backlog;
  #isLong = false;
  #longSinceMs = -1;
  #completed = 0;
  /** Hops per millisecond. */
  #rate = 0;
  #mostWaiting = leastQueue;

  constructor(backlog: Backlog) {
    this.#backlog = backlog;
  }

  /** True while auctions have waited too long. */
  get isLong(): boolean {
    return this.#isLong;
  }

  /** True when another auction would wait too long as well. */
  get isFull(): boolean {
    return this.#isLong && this.#backlog.waiting() > this.#mostWaiting;
  }

  /** Looks at the queue; `maxDelayMs` is the longest that an auction may wait. */
  tick({ nowMs, passedMs }: Tick, maxDelayMs: number): void {
    const completed = this.#backlog.completed();
    const share = 1 - Math.exp(-passedMs / rateMs);
    this.#rate += ((completed - this.#completed) / passedMs - this.#rate) * share;
    this.#completed = completed;
    // Every auction is two hops, of which the second goes first: those that wait move up at half of the rate.
    this.#mostWaiting = Math.max(leastQueue, (this.#rate / 2) * maxDelayMs);
    this.#judge(this.#backlog.waiting() / this.#mostWaiting, nowMs);
  }

  // `fill`: how long what joins the queue now will wait, as a share of the longest wait. What has begun ends only well below the
  // bound: at it, load and refusals would take turns.
  #judge(fill: number, nowMs: number): void {
    if (fill <= 0.5) {
      this.#isLong = false;
      this.#longSinceMs = -1;
    } else if (fill > 1) {
      if (this.#longSinceMs < 0) this.#longSinceMs = nowMs;
      this.#isLong ||= nowMs - this.#longSinceMs >= standingMs;
    }
  }
}
