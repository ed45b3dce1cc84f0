/**
 * How fast TLS connections to bidders are opened. One costs as much as an auction. Were all opened at once that calls want in a burst,
 * as in a process that has just started, every auction would be late, and the calls over open connections with it; at a
 * pace, those that are open carry call after call meanwhile, and far fewer are wanted.
 */

/** A host whose calls wait for a connection. */
export interface Opener {
  /** Opens one connection for a call that waits, if one still does, and asks again if more do. */
  openNext(): void;
}

/** Connections opened in one turn of the event loop (bench/README, 'Choices'). */
const mostATurn = 8;

/** Deals the openings of a process out to its hosts, turn by turn. */
export class Openings {
  #left = mostATurn;
  #isCounting = false;
  readonly #waiting = new Set<Opener>();

  /** True when a connection may be opened now, which counts as opened. */
  take(): boolean {
    if (this.#left === 0) return false;
    this.#left -= 1;
    this.#count();
    return true;
  }

  /** Has `opener` told as soon as it may open one; hosts take turns. */
  ask(opener: Opener): void {
    this.#waiting.add(opener);
    this.#count();
  }

  #count(): void {
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(() => this.#nextTurn());
  }

  #nextTurn(): void {
    this.#isCounting = false;
    this.#left = mostATurn;
    // A set also comes to those that ask again meanwhile.
    for (const opener of this.#waiting) {
      if (this.#left === 0) return this.#count();
      this.#waiting.delete(opener);
      opener.openNext();
    }
  }
}
