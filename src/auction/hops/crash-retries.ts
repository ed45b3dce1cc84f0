/**
 * Retries the hops of a batch whose thread died, each alone on a spare thread, since any of them may be the one that killed it. So a dying
 * thread costs one auction, and hops that kill threads on purpose delay only each other.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Piscina } from 'piscina';
import { OverloadError } from '../../errors.ts';

/** Most retries waiting; further ones would be answered too late. */
const mostWaiting = 256;
/** How long a retry may take in all, including its wait and the thread's start. */
const mostMs = 5000;

/** The spare thread for retries, started by the first of them. */
export class CrashRetries {
  readonly #open: () => Piscina;
  #pool: Piscina | undefined;
  #waiting = 0;

  /** `open` makes a pool of one thread that takes one task at a time. */
  constructor(open: () => Piscina) {
    this.#open = open;
  }

  /**
   * Runs the task `name` of the pool's entry with `message`. Rejects when the task kills its thread, and with an `OverloadError` when too
   * many retries wait or this one takes too long.
   */
  async run<Result>(name: string, message: unknown): Promise<Result> {
    if (this.#waiting >= mostWaiting) throw overloaded();
    const pool = (this.#pool ??= this.#open());
    const signal = AbortSignal.timeout(mostMs);
    this.#waiting += 1;
    try {
      return (await pool.run(message, { name, signal })) as Result;
    } catch (error) {
      throw signal.aborted ? overloaded() : error;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends the thread once no retry is in flight. */
  async close(): Promise<void> {
    while (this.#waiting > 0) await sleep(10);
    await this.#pool?.destroy();
  }
}

function overloaded(): OverloadError {
  return new OverloadError('worker threads have crashed: try again later');
}
