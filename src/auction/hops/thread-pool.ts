/**
 * A Piscina pool that gives no task to a thread that is still starting in place of a dead one (piscinajs/piscina, 1056), and terminates its
 * threads only once they have started: Node aborts the process when it terminates a thread that is still linking its modules.
 */
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { inTime } from '../../in-time.ts';

/** How the threads of a pool are set up. */
export interface ThreadOptions {
  /** The file URL of the threads' entry. */
  readonly filename: string;
  /** What the entry reads from `workerData`. */
  readonly setup: unknown;
  /** Whether code in the threads has timers and sockets of its own, which otherwise stand still between tasks. */
  readonly hasTimers?: boolean;
  /** The environment of the threads. */
  readonly env: { readonly [name: string]: string | undefined };
}

/** How many threads a pool has, how many tasks each takes at a time, and where others wait (default: in order). */
export interface ThreadLoad {
  readonly threads: number;
  readonly tasksPerThread: number;
  readonly taskQueue?: PiscinaOptions['taskQueue'];
}

type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;
type Balancer = NonNullable<PiscinaOptions['loadBalancer']>;
type Thread = Parameters<Balancer>[1][number];

/** Most memory of one thread; a thread that exceeds it dies alone, with its auction. */
const maxOldGenerationSizeMb = 512;
/** Room for the garbage of auctions: with less, more live data is copied again and again (bench/README, 'Choices'). */
const maxYoungGenerationSizeMb = 96;

/** A thread that has not started within this time never will. */
const longestStartMs = 5000;

/**
 * A pool of threads. `destroy` posts no tasks to find out which have started: where threads cannot start, the library would start another
 * for every task.
 */
export class ThreadPool extends Piscina {
  /** The threads that have started or ended. */
  readonly #settled = new WeakSet<Worker>();
  /** The ids of the threads that take tasks. */
  #ready: ReadonlySet<number> = new Set();

  constructor(options: PiscinaOptions, { threads, tasksPerThread, taskQueue }: ThreadLoad) {
    super({
      ...options,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: tasksPerThread,
      loadBalancer: (_task, all) => this.#leastBusy(all, tasksPerThread),
      ...(taskQueue && { taskQueue, stricterFIFO: true }),
    });
    // The library emits 'workerCreate' at once for its first threads, and for later ones when they have started.
    const first = this.threads;
    for (const thread of first) void this.#settle(thread);
    this.on('workerCreate', ({ id }: Thread) => {
      const { threads: current } = this;
      const ids = current.map(({ threadId }) => threadId);
      this.#ready = new Set(ids.filter((one) => one === id || this.#ready.has(one)));
      const thread = current.find(({ threadId }) => threadId === id);
      if (thread !== undefined && !first.includes(thread)) this.#settled.add(thread);
    });
  }

  /** The thread for the next task: the ready one with the fewest tasks; null when all have `most`. */
  #leastBusy(all: readonly Thread[], most: number): Thread | null {
    let chosen: Thread | null = null;
    let least = most;
    for (const thread of all) {
      const { currentUsage } = thread;
      if (currentUsage >= least || !this.#ready.has(thread.id)) continue;
      chosen = thread;
      least = currentUsage;
    }
    return chosen;
  }

  /** Terminates the threads. */
  override async destroy(): Promise<void> {
    await inTime(this.#started(), longestStartMs);
    await super.destroy();
  }

  async #started(): Promise<void> {
    const starting = this.threads.filter((thread) => !this.#settled.has(thread));
    await Promise.all(starting.map((thread) => this.#settle(thread)));
  }

  /** Resolves when `thread` has started or ended. Its first message says that it has started. */
  async #settle(thread: Worker): Promise<void> {
    await new Promise<void>((resolve) => {
      for (const event of ['message', 'exit']) thread.once(event, () => resolve());
    });
    this.#settled.add(thread);
  }
}

/** Opens a pool of hop threads. */
export function openThreads({ filename, setup, env, hasTimers = false }: ThreadOptions, load: ThreadLoad): ThreadPool {
  const options: PiscinaOptions = {
    filename,
    recordTiming: false,
    // The library's default way of waiting for a task is faster, but lets nothing else run on the thread.
    atomics: hasTimers ? 'disabled' : 'sync',
    workerData: setup,
    env: { ...env, NODE_OPTIONS: '' },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb },
  };
  const pool = new ThreadPool(options, load);
  // A dying thread rejects its tasks; without a listener its error would also end the process.
  pool.on('error', () => undefined);
  return pool;
}
