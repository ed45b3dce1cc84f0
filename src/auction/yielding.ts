/** Decides which requests that are no auctions are refused so that auctions are served (issue 'Overload'): their clients can do without. */

/** Once a turn of the event loop was late, they rest for so many times as long: if they made it late, a fifth of the time is theirs. */
const restAfterLate = 4;
/** They make no turn late by more than so many times the bound of delay: in a late turn none is taken. */
const mostBounds = 5;
/** While they rest, one in so many times the bound of delay is taken: whoever asks seldom hears of no hitch. */
const restBounds = 5;
/** As long as no auction is refused they are also taken until they have worked for this part of the bound in that time: a tenth of it. */
const sparedShare = 0.5;

/** How far behind a process is. */
export interface Behind {
  /** Auctions may be refused, or this turn is late. */
  readonly isBehind: boolean;
  /** So little is open that no auction is refused for delay. */
  readonly isQuiet: boolean;
}

/** What yields in one process. Every instant is in milliseconds on one clock. */
export class Yielding {
  #refused = 0;
  #restsUntilMs = 0;
  #takenAtMs = 0;
  #sparedSinceMs = 0;
  #workedMs = 0;

  /** Those refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Lets them rest after a turn that was late by `lateMs`; one that was very late was a standstill, which they did not make. */
  noteLate(lateMs: number, maxDelayMs: number, nowMs: number): void {
    const theirsMs = Math.min(lateMs, mostBounds * maxDelayMs);
    this.#restsUntilMs = Math.max(this.#restsUntilMs, nowMs + restAfterLate * theirsMs);
  }

  /** Counts the work of one that was taken. */
  noteWork(workedMs: number): void {
    this.#workedMs += workedMs;
  }

  /** True when one must be refused; it is counted as such. */
  refuses({ isBehind, isQuiet }: Behind, maxDelayMs: number, nowMs: number): boolean {
    const isSeldom = nowMs - this.#takenAtMs > restBounds * maxDelayMs;
    const rests = isBehind || nowMs < this.#restsUntilMs;
    if (isSeldom || !rests || (isQuiet && this.#isSpared(maxDelayMs, nowMs))) {
      this.#takenAtMs = nowMs;
      return false;
    }
    this.#refused += 1;
    return true;
  }

  /** They were not what made the process late, and cannot. */
  #isSpared(maxDelayMs: number, nowMs: number): boolean {
    if (nowMs - this.#sparedSinceMs > restBounds * maxDelayMs) {
      this.#sparedSinceMs = nowMs;
      this.#workedMs = 0;
    }
    return this.#workedMs < sparedShare * maxDelayMs;
  }
}
