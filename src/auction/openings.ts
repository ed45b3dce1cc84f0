/**
 * How fast connections to bidders are opened. One with TLS costs as much as an auction. Were all opened at once that calls want in a
 * burst, as on a process that has just started, every auction would be late, and the calls over open connections with it; at
 * a pace, those that are open carry call after call meanwhile, and far fewer are wanted.
 */

/** A host whose calls wait for a connection. */
export interface Opener {
  /** True when its connections have TLS. */
  readonly isSecure: boolean;
  /** Opens one connection for a call that waits, if one still does, and asks again if more do. */
  openNext(): void;
}

/** What may be opened in one turn of the event loop, counted in connections without TLS; bench/README, 'Choices'. */
const sharesATurn = 40;
/** What one with TLS counts as. */
const secureShares = 5;

/** Deals the openings of a process out to its hosts, turn by turn. */
export class Openings {
  #left = sharesATurn;
  #isCounting = false;
  readonly #waiting = new Set<Opener>();

  /** True when `opener` may open a connection now, which counts as opened. */
  take({ isSecure }: Opener): boolean {
    if (this.#left <= 0) return false;
    this.#left -= isSecure ? secureShares : 1;
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
    this.#left = sharesATurn;
    // A set also comes to those that ask again meanwhile.
    for (const opener of this.#waiting) {
      if (this.#left <= 0) return this.#count();
      this.#waiting.delete(opener);
      opener.openNext();
    }
  }
}
