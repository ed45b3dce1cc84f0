/** Decides which requests that are no auctions are refused so that auctions are served (issue 'Overload'): their clients can do without. */

/** Once a turn of the event loop was late, they rest for so many times as long: if they made it late, a fifth of the time is theirs. */
const restAfterLate = 4;
/** They make no turn late by more than so many times the bound of delay: in a late turn none is taken. */
const mostBounds = 5;
/** While they rest, one in so many times the bound of delay is taken: whoever asks seldom hears of no hitch. */
const restBounds = 5;

/** What yields in one process. Every instant is in milliseconds on one clock. */
export class Yielding {
  #refused = 0;
  #restsUntilMs = 0;
  #takenAtMs = 0;

  /** Those refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Lets them rest after a turn that was late by `lateMs`; one that was very late was a standstill, which they did not make. */
  noteLate(lateMs: number, maxDelayMs: number, nowMs: number): void {
    const theirsMs = Math.min(lateMs, mostBounds * maxDelayMs);
    this.#restsUntilMs = Math.max(this.#restsUntilMs, nowMs + restAfterLate * theirsMs);
  }

  /** True when one must be refused; it is counted as such. `isBehind`: auctions may be refused, or this turn is late. */
  refuses(isBehind: boolean, maxDelayMs: number, nowMs: number): boolean {
    const isSeldom = nowMs - this.#takenAtMs > restBounds * maxDelayMs;
    if (isSeldom || !(isBehind || nowMs < this.#restsUntilMs)) {
      this.#takenAtMs = nowMs;
      return false;
    }
    this.#refused += 1;
    return true;
  }
}
