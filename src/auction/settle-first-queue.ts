/** Decides which hop a free thread takes next: a waiting `settle` before any `prepare`, so that bids already paid for answer in time. */
import { FixedQueue } from 'piscina';

/** What the pool's queue holds, as far as order is concerned. */
interface Task {
  readonly name: string;
}

type Queue = InstanceType<typeof FixedQueue>;
type Waiting = Parameters<Queue['push']>[0];

/** Piscina's task queue in two lanes, first in first out in each. */
export class SettleFirstQueue {
  readonly #settle: Queue = new FixedQueue();
  readonly #others: Queue = new FixedQueue();

  get size(): number {
    return this.#settle.size + this.#others.size;
  }

  push(task: Waiting): void {
    this.#lane(task).push(task);
  }

  shift(): Waiting | null {
    return this.#settle.shift() ?? this.#others.shift();
  }

  remove(task: Waiting): void {
    this.#lane(task).remove(task);
  }

  #lane(task: Waiting): Queue {
    return (task as unknown as Task).name === 'settle' ? this.#settle : this.#others;
  }
}
