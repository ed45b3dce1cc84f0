/**
 * Handles an embedded store whose disk is full at the start, or whose files are removed later (decisions, 'Caching': a failure costs the
 * keys, never an auction).
 */
import { isFullDisk } from '../full-disk.ts';
import type { BidCache, CachedValue, CachePut } from './bid-cache.ts';

/** The pause between attempts to open the store, in milliseconds. */
const defaultRetryMs = 10_000;

/** Opens a store. The store calls `onGone` when its files are gone. `wasGone`: those of the previous store are gone. */
export type OpenStore = (onGone: (error: Error) => void, wasGone: boolean) => BidCache;

/**
 * The store that `open` opens. When the disk is full, calls `onTrouble`, and puts and gets fail until there is room: one that comes
 * `retryMs` later tries again. A store whose files are gone is reported as well, and opened anew.
 */
export class LateCache implements BidCache {
  readonly #open: () => BidCache;
  readonly #onTrouble: (error: unknown) => void;
  #store: BidCache | undefined;
  #wasGone = false;
  #error: unknown;
  readonly #retryMs: number;
  #retryAtMs = 0;

  /** Throws what `open` throws, except for a full disk: only the host can fix the rest. */
  constructor(open: OpenStore, onTrouble: (error: unknown) => void, retryMs: number = defaultRetryMs) {
    this.#open = () => open((error) => void this.#renew(error), this.#wasGone);
    this.#onTrouble = onTrouble;
    this.#retryMs = retryMs;
    try {
      this.#openOnce();
    } catch (error) {
      if (!isFullDisk(error)) throw error;
      onTrouble(error);
    }
  }

  get hindrance(): string {
    return this.#store?.hindrance ?? '';
  }

  async put(puts: readonly CachePut[], untilMs: number): Promise<readonly string[]> {
    return this.#openOnce().put(puts, untilMs);
  }

  async get(id: string): Promise<CachedValue | undefined> {
    return this.#openOnce().get(id);
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  /** Closes the old store before the next put or get opens a new one: LMDB treats two stores at one path as the same. */
  async #renew(error: Error): Promise<void> {
    const oldStore = this.#store;
    this.#store = undefined;
    this.#wasGone = true;
    this.#error = error;
    this.#retryAtMs = Infinity;
    this.#onTrouble(error);
    try {
      await oldStore?.close();
    } catch {
      // The files are gone, so a failure to close them does not matter.
    }
    this.#retryAtMs = 0;
  }

  #openOnce(): BidCache {
    if (this.#store !== undefined) return this.#store;
    if (performance.now() < this.#retryAtMs) throw this.#error;
    this.#retryAtMs = performance.now() + this.#retryMs;
    try {
      return (this.#store = this.#open());
    } catch (error) {
      this.#error = error;
      throw error;
    }
  }
}
