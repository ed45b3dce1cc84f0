/** Bounds what one answer of a database may hold: without them a server that sends garbage or without end would fill the memory. */
import { FaultyQuery, maxTextBytes } from './store.ts';

/** The most bytes of one answer. */
const maxAnswerBytes = 2 * maxTextBytes;

/** The most rows of one answer: more than any query has ids. As objects, rows take much more memory than their bytes. */
const maxRows = 250_000;

/** Counts one answer after another of one connection. */
export class AnswerBounds {
  #bytes = 0;
  #rows = 0;

  /** Counts the next answer from zero. */
  begin(): void {
    this.#bytes = 0;
    this.#rows = 0;
  }

  /** Throws a `FaultyQuery` when the answer gets longer than any may be. */
  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > maxAnswerBytes) throw tooMuch(`${maxAnswerBytes} bytes`);
  }

  /** Throws a `FaultyQuery` when the answer has more rows than any may have. */
  addRow(): void {
    this.#rows += 1;
    if (this.#rows > maxRows) throw tooMuch(`${maxRows} rows`);
  }
}

function tooMuch(what: string): FaultyQuery {
  return new FaultyQuery(`the server answered more than ${what}: it must send less at a time`);
}
