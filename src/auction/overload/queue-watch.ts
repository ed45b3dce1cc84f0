/** Watches the queue in front of the workers, and decides when auctions wait in it for too long (issue 'Overload'). */

/** Readings of the workers' queue: hops waiting now; hops completed, and hops refused because the queue was full, since the start. */
export interface Backlog {
  waiting(): number;
  completed(): number;
  refused(): number;
}

/** A queue counts as too long only after it was too long for all of this time: a burst may pass. */
const standingMs = 100;
/** The time over which the rate of hops is smoothed. */
const rateMs = 100;
/** This many hops may always wait, because the rate is unknown after an idle time. */
const leastQueue = 16;

/** One clock tick: the instant, and the milliseconds since the last tick. */
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

  /** Reads the queue; `maxDelayMs` is the longest time that an auction may wait. */
  tick({ nowMs, passedMs }: Tick, maxDelayMs: number): void {
    const completed = this.#backlog.completed();
    const share = 1 - Math.exp(-passedMs / rateMs);
    this.#rate += ((completed - this.#completed) / passedMs - this.#rate) * share;
    this.#completed = completed;
    // Every auction has two hops, and second hops go first, so waiting first hops advance at half of the rate.
    this.#mostWaiting = Math.max(leastQueue, (this.#rate / 2) * maxDelayMs);
    this.#judge(this.#backlog.waiting() / this.#mostWaiting, nowMs);
  }

  // `fill` is the expected wait of a hop that joins now, as a share of the longest allowed wait. The long state ends only well below the
  // bound (hysteresis): otherwise it would flip with every refusal.
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
