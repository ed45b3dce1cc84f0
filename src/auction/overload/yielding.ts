/**
 * Decides which yielding requests are refused so that auctions are served (issue 'Overload'): those whose clients can do without an answer.
 */

/**
 * After a late turn, yielding requests are held off for this many times the lateness: if they caused it, they get a fifth of the time.
 */
const holdOffFactor = 4;
/** Yielding requests can make a turn late by at most this many times the delay bound, since a late turn takes none. */
const mostLateBounds = 5;
/** While they are held off, one is taken per this many times the delay bound, so a client that asks rarely notices nothing. */
const intervalBounds = 5;
/**
 * While no auction is refused, yielding requests are also taken until they have worked for this part of the delay bound within that
 * interval: a tenth of the time.
 */
const sparedShare = 0.5;

/** How far behind a process is. */
export interface Behind {
  /** Auctions may be refused, or this turn is late. */
  readonly isBehind: boolean;
  /** So few exchanges are open that no auction is refused for delay. */
  readonly isQuiet: boolean;
}

/** The gate for yielding requests of one process. Every instant is in milliseconds on one clock. */
export class Yielding {
  #refused = 0;
  #heldOffUntilMs = 0;
  #takenAtMs = 0;
  #sparedSinceMs = 0;
  #workedMs = 0;

  /** Requests refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /**
   * Holds requests off after a turn that was late by `lateMs`. A very late turn was a standstill that they did not cause, so its lateness
   * is capped.
   */
  noteLate(lateMs: number, maxDelayMs: number, nowMs: number): void {
    const theirsMs = Math.min(lateMs, mostLateBounds * maxDelayMs);
    this.#heldOffUntilMs = Math.max(this.#heldOffUntilMs, nowMs + holdOffFactor * theirsMs);
  }

  /** Adds the work of a request that was taken, in milliseconds. */
  noteWork(workedMs: number): void {
    this.#workedMs += workedMs;
  }

  /** True when a request must be refused; the refusal is counted. */
  refuses({ isBehind, isQuiet }: Behind, maxDelayMs: number, nowMs: number): boolean {
    const isIntervalOver = nowMs - this.#takenAtMs > intervalBounds * maxDelayMs;
    const isHeldOff = isBehind || nowMs < this.#heldOffUntilMs;
    if (isIntervalOver || !isHeldOff || (isQuiet && this.#isSpared(maxDelayMs, nowMs))) {
      this.#takenAtMs = nowMs;
      return false;
    }
    this.#refused += 1;
    return true;
  }

  /** True while these requests have worked so little that they cannot have made the process late. */
  #isSpared(maxDelayMs: number, nowMs: number): boolean {
    if (nowMs - this.#sparedSinceMs > intervalBounds * maxDelayMs) {
      this.#sparedSinceMs = nowMs;
      this.#workedMs = 0;
    }
    return this.#workedMs < sparedShare * maxDelayMs;
  }
}
