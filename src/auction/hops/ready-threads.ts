/**
 * Decides which thread takes a task: the least busy of those that have started. The library may choose one that is still starting
 * (piscinajs/piscina, 1056).
 */
import type { Piscina } from 'piscina';

type Balancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;
type Thread = Parameters<Balancer>[1][number];

/** The threads of one pool that have started. */
export class ReadyThreads {
  readonly #mostTasks: number;
  #ids: ReadonlySet<number> = new Set();

  /** A thread takes at most `mostTasks` at a time. */
  constructor(mostTasks: number) {
    this.#mostTasks = mostTasks;
  }

  /** Subscribes to thread starts of `pool`; to be called as soon as it is made. */
  follow(pool: Piscina): void {
    pool.on('workerCreate', ({ id }: Thread) => {
      const up = pool.threads.map(({ threadId }) => threadId).filter((one) => one === id || this.#ids.has(one));
      this.#ids = new Set(up);
    });
  }

  /** The thread for the next task; null when every started thread is full. */
  readonly choose: Balancer = (_task, threads) => {
    let chosen: Thread | null = null;
    let least = this.#mostTasks;
    for (const thread of threads) {
      const { currentUsage } = thread;
      if (currentUsage >= least || !this.#ids.has(thread.id)) continue;
      chosen = thread;
      least = currentUsage;
    }
    return chosen;
  };
}
