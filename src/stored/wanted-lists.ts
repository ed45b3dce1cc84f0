/** Decides when a missing vendor list is fetched: strangers' consent strings must not cause a stream of requests (issue 4, item 3). */
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a list that could not be fetched is not tried again, in seconds. */
export const noneSeconds = 60;
/** The pause after a failure, in milliseconds. */
const pauseMs = 1000;
const maxWanted = 64;

/**
 * The queue of lists to fetch, one at a time, until `closed` is aborted; a download in flight ends by itself. `fetch` gets one list; it
 * resolves with false when it cannot.
 */
export class WantedLists {
  readonly #fetch: (key: number) => Promise<boolean>;
  readonly #keys = new Set<number>();
  readonly #notBeforeMs = new Map<number, number>();
  readonly #closed: AbortSignal;
  #isFetching = false;

  constructor(fetch: (key: number) => Promise<boolean>, closed: AbortSignal) {
    this.#fetch = fetch;
    this.#closed = closed;
  }

  /** True while list `key` is being fetched or is in the queue. */
  has(key: number): boolean {
    return this.#keys.has(key);
  }

  /** Queues list `key`, unless the queue is full or the list has just failed. */
  add(key: number): void {
    if (this.#closed.aborted || this.#keys.size >= maxWanted) return;
    if ((this.#notBeforeMs.get(key) ?? 0) > performance.now()) return;
    this.#keys.add(key);
    if (!this.#isFetching) void this.#fetchAll();
  }

  /** Lets list `key` be tried again at once after a failure. */
  forgive(key: number): void {
    this.#notBeforeMs.delete(key);
  }

  async #fetchAll(): Promise<void> {
    this.#isFetching = true;
    for (const key of this.#keys) {
      if (this.#closed.aborted) break;
      if (!(await this.#fetch(key))) {
        this.#notBeforeMs.set(key, performance.now() + noneSeconds * 1000);
        await sleep(pauseMs, undefined, { ref: false });
      }
      this.#keys.delete(key);
    }
    this.#isFetching = false;
  }
}
