/**
 * Decides which hop a free thread takes next: any waiting `settle` before any `prepare`, so that auctions whose bids are already paid for
 * answer in time.
 */
import { FixedQueue, type PiscinaTask, queueOptionsSymbol } from 'piscina';

/** The parts of a queued task that this queue uses. */
type Waiting = PiscinaTask & {
  readonly name: string;
  /** The number of hops in the batch; absent for a task that runs no hops. */
  readonly [queueOptionsSymbol]?: { readonly hops: number } | null;
  /** When it was first queued, as `performance.now()`. */
  queuedAtMs?: number;
};

/** Piscina's task queue in two lanes, each first in, first out (with its `stricterFIFO`). */
export class SettleFirstQueue {
  /** Hops in the queued tasks. */
  hops = 0;
  readonly #settle = new FixedQueue();
  readonly #others = new FixedQueue();
  readonly #onWait: (waitedMs: number) => void;
  /** The task taken last. Piscina puts it back at once when no thread is free for it. */
  #last: { readonly task: Waiting; isBack: boolean } | null = null;

  /** `onWait` is called for each hop with its time in the queue, in milliseconds. */
  constructor(onWait: (waitedMs: number) => void) {
    this.#onWait = onWait;
  }

  get size(): number {
    return this.#settle.size + this.#others.size;
  }

  push(task: Waiting): void {
    this.#enter(task);
    this.#lane(task).push(task);
  }

  /** Puts back a task that found no free thread, at the head of its lane. */
  unshift(task: Waiting): void {
    if (this.#last?.task === task) this.#last.isBack = true;
    this.#enter(task);
    this.#lane(task).unshift(task);
  }

  shift(): Waiting | null {
    const task = (this.#settle.shift() ?? this.#others.shift()) as Waiting | null;
    if (task === null) return null;
    const hops = hopsOf(task);
    this.hops -= hops;
    const waitedMs = performance.now() - task.queuedAtMs!;
    const taken = (this.#last = { task, isBack: false });
    queueMicrotask(() => {
      for (let left = taken.isBack ? 0 : hops; left > 0; left -= 1) this.#onWait(waitedMs);
    });
    return task;
  }

  remove(task: Waiting): void {
    this.hops -= hopsOf(task);
    this.#lane(task).remove(task);
  }

  #enter(task: Waiting): void {
    task.queuedAtMs ??= performance.now();
    this.hops += hopsOf(task);
  }

  #lane(task: Waiting): FixedQueue {
    return task.name === 'settle' ? this.#settle : this.#others;
  }
}

function hopsOf(task: Waiting): number {
  return task[queueOptionsSymbol]?.hops ?? 0;
}
