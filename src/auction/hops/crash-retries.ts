/**
 * Runs again what crossed beside a hop that ended its thread: each hop alone on a thread of its own, since it may be that very hop.
 * So a dying thread costs one auction, and those that end theirs on purpose hold up nobody but each other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import { OverloadError } from '../../errors.ts';

/** More than this would be answered too late. */
const mostWaiting = 256;
/** So long a hop may wait for its second life and take for it, the thread's start included. */
const mostMs = 5000;

/** The thread for second lives, which starts with the first of them. */
export class SecondLives {
  readonly #open: () => Piscina;
  #pool: Piscina | undefined;
  #waiting = 0;

  /** `open` makes a pool of one thread that takes one task at a time. */
  constructor(open: () => Piscina) {
    this.#open = open;
  }

  /** Runs the task `name` of the pool's entry with `message`; rejects when it ends its thread, with an `OverloadError` when too many wait. */
  async run<Result>(name: string, message: unknown): Promise<Result> {
    if (this.#waiting >= mostWaiting) throw late();
    const pool = (this.#pool ??= this.#open());
    const signal = AbortSignal.timeout(mostMs);
    this.#waiting += 1;
    try {
      return (await pool.run(message, { name, signal })) as Result;
    } catch (error) {
      throw signal.aborted ? late() : error;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends the thread once nothing waits for it. */
  async close(): Promise<void> {
    while (this.#waiting > 0) await sleep(10);
    await this.#pool?.destroy();
  }
}

function late(): OverloadError {
  return new OverloadError('threads have died: try again later');
}
