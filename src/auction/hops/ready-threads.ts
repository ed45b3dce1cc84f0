/** Decides which thread takes a task: of those that are up the one with the least to do. The library's choice may still be starting (piscinajs/piscina, 1056). */
import type { Piscina } from 'piscina';

type Balancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;
type Thread = Parameters<Balancer>[1][number];

/** The threads of one pool that are up. */
export class ReadyThreads {
  readonly #mostTasks: number;
  #ids: ReadonlySet<number> = new Set();

  /** A thread takes `mostTasks` at a time. */
  constructor(mostTasks: number) {
    this.#mostTasks = mostTasks;
  }

  /** Hears of the threads of `pool`, which has just been made. */
  follow(pool: Piscina): void {
    pool.on('workerCreate', ({ id }: Thread) => {
      const up = pool.threads.map(({ threadId }) => threadId).filter((one) => one === id || this.#ids.has(one));
      this.#ids = new Set(up);
    });
  }

  /** The thread for the next task; null when none that is up has a place. */
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
