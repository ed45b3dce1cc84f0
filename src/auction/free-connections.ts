/**
 * One host's connections without a call, the warmest first. One that has been heard since its last call ended is spared undici's own
 * wait of a turn before it is written to, in which undici looks for what came unasked (GHSA-35p6-xmwp-9g52; bench/README, 'Choices').
 */
import type { Cohort } from './cohort.ts';
import type { Connection } from './connection.ts';

/** Whose turns calls wait for: when one ends, all that came before it was first waited for has been heard. */
export type Turns = Pick<Cohort, 'turn'>;

/** The free connections of one host. */
export class FreeConnections {
  readonly #turns: Turns;
  /** Heard since their calls ended. */
  readonly #heard: Connection[] = [];
  /** Their calls ended in turn `#turn`. */
  #unheard: Connection[] = [];
  #turn = 0;
  /** To be opened anew. */
  readonly #closed: Connection[] = [];

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** Open connections among them. */
  get open(): number {
    return [...this.#heard, ...this.#unheard].filter(({ isOpen }) => isOpen).length;
  }

  /** Takes one, at the end of a turn: one that has been heard if there is any; undefined when there is none at all. */
  take(): Connection | undefined {
    this.#pass();
    const heard = this.#heard.pop();
    heard?.trust();
    return heard ?? this.takeAny();
  }

  /** Takes one at any time, for undici to look at. */
  takeAny(): Connection | undefined {
    return this.#unheard.pop() ?? this.#heard.pop() ?? this.#closed.pop();
  }

  /** Takes a connection in; `isOpen` false when the call's end closed its socket. */
  put(connection: Connection, isOpen: boolean): void {
    this.#pass();
    (isOpen ? this.#unheard : this.#closed).push(connection);
  }

  /** Those given back before the turn was waited for will have been heard when it ends. */
  #pass(): void {
    const { turn } = this.#turns;
    if (turn === this.#turn) return;
    this.#turn = turn;
    this.#heard.push(...this.#unheard);
    this.#unheard = [];
  }
}
