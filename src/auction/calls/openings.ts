/**
 * Limits how fast TLS connections to bidders are opened: one costs as much as an auction. If a burst of calls, as after a start, opened all
 * it wants at once, every auction would be late, even over connections already open. At a limited pace, open connections carry call after
 * call meanwhile, and far fewer new ones are needed.
 */

/** A host with calls that wait for a connection. */
export interface Opener {
  /** Opens one connection for a waiting call, if there still is one, and asks again if more wait. */
  openNext(): void;
}

/** Most connections opened in one event loop turn (bench/README, 'Choices'). */
const maxPerTurn = 8;

/** Shares a process's connection openings among its hosts, turn by turn. */
export class Openings {
  #left = maxPerTurn;
  #isScheduled = false;
  readonly #waiting = new Set<Opener>();

  /** True when a connection may be opened now; it then counts as opened. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    this.#scheduleTurn();
    return true;
  }

  /** Calls `opener.openNext` as soon as it may open a connection; hosts take turns. */
  ask(opener: Opener): void {
    this.#waiting.add(opener);
    this.#scheduleTurn();
  }

  #scheduleTurn(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#isScheduled = false;
    this.#left = maxPerTurn;
    // Iterating a Set also visits hosts that ask again meanwhile.
    for (const opener of this.#waiting) {
      if (this.#left === 0) return this.#scheduleTurn();
      this.#waiting.delete(opener);
      opener.openNext();
    }
  }
}
