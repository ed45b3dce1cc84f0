/** Decides which hop a free thread takes next: a waiting `settle` before any `prepare`, so that bids already paid for answer in time. */
import { FixedQueue, type PiscinaTask, queueOptionsSymbol } from 'piscina';

/** What the pool's queue holds, as far as order is concerned. */
type Waiting = PiscinaTask & {
  readonly name: string;
  /** Hops that cross together; absent for a task that is none. */
  readonly [queueOptionsSymbol]?: { readonly hops: number } | null;
  /** When it was put here first, on the clock of `performance.now()`. */
  queuedAtMs?: number;
};

/** Piscina's task queue in two lanes, first in first out in each (with its `stricterFIFO`). */
export class SettleFirstQueue {
  /** Hops of the tasks that wait here. */
  hops = 0;
  readonly #settle = new FixedQueue();
  readonly #others = new FixedQueue();
  readonly #onWait: (waitedMs: number) => void;
  /** What was taken last: it comes back at once when no thread is free for it. */
  #last: { readonly task: Waiting; isBack: boolean } | null = null;

  /** `onWait` is told of each hop how long it has waited here. */
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

  /** Takes a task that found no thread free: the next of its lane. */
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
