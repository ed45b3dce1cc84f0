/**
 * Measures how much event-loop time an auction costs (issue 'Overload'). Only late turns are measured, since auctions then use all of the
 * turn.
 */

/** The weight of one late turn in the smoothed cost. */
const lateTurnWeight = 0.2;
/** A late turn that took fewer auctions is not measured: something else used up its time. */
export const leastTaken = 8;
/** After more consecutive on-time turns than this, the cost counts as unknown again. */
const forgetAfterTurns = 250;

/** The number of auctions taken in the current turn, and the smoothed cost of one. */
export class AuctionCost {
  #ms = 0;
  #taken = 0;
  /** On-time turns since the last late one. */
  #turnsInTime = 0;

  /** Milliseconds of this thread that one auction costs; 0 while unknown. */
  get ms(): number {
    return this.#ms;
  }

  /**
   * Milliseconds still due in this turn: the first of two steps for every auction taken, except the latest, whose admission is being
   * decided.
   */
  get dueMs(): number {
    return ((this.#taken - 1) * this.#ms) / 2;
  }

  /** Counts a request as taken in this turn. */
  take(): void {
    this.#taken += 1;
  }

  /** Takes one request off the count of this turn: it was refused after all, or is not an auction. */
  giveBack(): void {
    this.#taken -= 1;
  }

  /** Ends a turn that took `passedMs`; `isLate`: the loop was already late when the turn began. */
  endTurn(passedMs: number, isLate: boolean): void {
    this.#turnsInTime = isLate ? 0 : this.#turnsInTime + 1;
    if (this.#turnsInTime > forgetAfterTurns) this.#ms = 0;
    // A late turn with few auctions is a standstill that they did not cause: repeated ones let the estimate fade.
    else if (isLate && this.#taken < leastTaken) this.#ms /= 2;
    else if (isLate) {
      const ms = passedMs / this.#taken;
      this.#ms += (ms - this.#ms) * (this.#ms === 0 ? 1 : lateTurnWeight);
    }
    this.#taken = 0;
  }
}
