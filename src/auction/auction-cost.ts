/** Measures what an auction costs this process (issue 'Overload'): in turns of the event loop that are late, since then all of its time is theirs. */

/** How much one turn says of what an auction costs. */
const costShare = 0.2;
/** A turn that has taken fewer says nothing: its time was not theirs. */
export const leastTaken = 8;
/** After so many turns in time, one after the other, nobody knows any more what an auction costs. */
const forgetAfterTurns = 250;

/** The auctions that this turn has taken, and what one costs. */
export class AuctionCost {
  #ms = 0;
  #taken = 0;
  /** Turns in time since the last late one. */
  #turnsInTime = 0;

  /** What one costs this thread, in milliseconds; 0: nobody knows. */
  get ms(): number {
    return this.#ms;
  }

  /** What is still to be done in this turn for those that it has taken, but for the last, which asks: the first of their two steps. */
  get dueMs(): number {
    return ((this.#taken - 1) * this.#ms) / 2;
  }

  /** Counts a request as taken. */
  take(): void {
    this.#taken += 1;
  }

  /** Counts one less of this turn: it is refused after all, or no auction. */
  giveBack(): void {
    this.#taken -= 1;
  }

  /** Ends a turn of `passedMs`; `isLate`: the loop was late when it began. */
  endTurn(passedMs: number, isLate: boolean): void {
    this.#turnsInTime = isLate ? 0 : this.#turnsInTime + 1;
    if (this.#turnsInTime > forgetAfterTurns) this.#ms = 0;
    // A standstill must not be held against auctions for ever: when few are taken, what one costs is forgotten.
    else if (isLate && this.#taken < leastTaken) this.#ms /= 2;
    else if (isLate) {
      const ms = passedMs / this.#taken;
      this.#ms += (ms - this.#ms) * (this.#ms === 0 ? 1 : costShare);
    }
    this.#taken = 0;
  }
}
