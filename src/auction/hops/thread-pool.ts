/** A pool whose threads end only once they have started: Node aborts the process when it ends one whose modules are being linked. */
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { inTime } from '../../in-time.ts';

/** A thread that starts at all does so within this time. */
const longestStartMs = 5000;

/** A pool of threads. Its end asks nothing of them: where none can start, the library would start others for every question. */
export class ThreadPool extends Piscina {
  /** Those that have started, or ended. */
  readonly #settled = new WeakSet<Worker>();

  constructor(options: ConstructorParameters<typeof Piscina>[0]) {
    super(options);
    // The library says of its first threads at once that they are there, of others when they are up.
    const first = this.threads;
    for (const thread of first) void this.#settle(thread);
    this.on('workerCreate', ({ id }: { readonly id: number }) => {
      const thread = this.threads.find(({ threadId }) => threadId === id);
      if (thread !== undefined && !first.includes(thread)) this.#settled.add(thread);
    });
  }

  /** Ends the threads. */
  override async destroy(): Promise<void> {
    await inTime(this.#started(), longestStartMs);
    await super.destroy();
  }

  async #started(): Promise<void> {
    const starting = this.threads.filter((thread) => !this.#settled.has(thread));
    await Promise.all(starting.map((thread) => this.#settle(thread)));
  }

  /** Resolves when `thread`, which is starting, is up or has ended. Its first word is that it is up. */
  async #settle(thread: Worker): Promise<void> {
    await new Promise<void>((resolve) => {
      for (const event of ['message', 'exit']) thread.once(event, () => resolve());
    });
    this.#settled.add(thread);
  }
}
