/** Decides when a vendor list that is not here is asked for: strangers' consent strings must not become a stream of requests (issue 4, item 3). */
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a list that could not be fetched is not asked for again. */
export const noneSeconds = 60;
/** The pause after a failure. */
const pauseMs = 1000;
const mostWanted = 64;

/** The lists that are to be fetched, one at a time; `fetch` gets one, false when it is not to be had. */
export class WantedLists {
  readonly #fetch: (key: number) => Promise<boolean>;
  readonly #keys = new Set<number>();
  readonly #notBeforeMs = new Map<number, number>();
  #isFetching = false;
  #isClosed = false;

  constructor(fetch: (key: number) => Promise<boolean>) {
    this.#fetch = fetch;
  }

  /** True while list `key` is fetched, or waits for that. */
  has(key: number): boolean {
    return this.#keys.has(key);
  }

  /** Has list `key` fetched, unless too many wait, or it was not to be had a moment ago. */
  add(key: number): void {
    if (this.#isClosed || this.#keys.size >= mostWanted) return;
    if ((this.#notBeforeMs.get(key) ?? 0) > performance.now()) return;
    this.#keys.add(key);
    if (!this.#isFetching) void this.#fetchAll();
  }

  /** Lets list `key` be asked for at once, whenever it was not to be had. */
  forgive(key: number): void {
    this.#notBeforeMs.delete(key);
  }

  /** Fetches no more. A download that runs ends by itself. */
  close(): void {
    this.#isClosed = true;
  }

  async #fetchAll(): Promise<void> {
    this.#isFetching = true;
    for (const key of this.#keys) {
      if (this.#isClosed) break;
      if (!(await this.#fetch(key))) {
        this.#notBeforeMs.set(key, performance.now() + noneSeconds * 1000);
        await sleep(pauseMs, undefined, { ref: false });
      }
      this.#keys.delete(key);
    }
    this.#isFetching = false;
  }
}
