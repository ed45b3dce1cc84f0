/** Decides what becomes of the embedded store whose disk is full at the start, or whose files are removed later (decisions, 'Caching': a failure costs the keys, never an auction). */
import { isFullDisk } from '../full-disk.ts';
import type { BidCache, CachedValue, CachePut } from './bid-cache.ts';

/** How long after a try the next one may be, in milliseconds. */
const usualAgainMs = 10_000;

/** Opens a store, which calls `onGone` once its files are no longer there; `wasGone`: those of the one before are not. */
export type OpenStore = (onGone: (error: Error) => void, wasGone: boolean) => BidCache;

/**
 * The store that `open` opens. Where the disk is full, `onTrouble` is told, and puts and gets fail until there is room: one
 * that comes `againMs` later opens the store. A store whose files are gone is told of as well, and opened anew.
 */
export class LateCache implements BidCache {
  readonly #open: () => BidCache;
  readonly #onTrouble: (error: unknown) => void;
  #store: BidCache | undefined;
  #wasGone = false;
  #error: unknown;
  readonly #againMs: number;
  #againAtMs = 0;

  /** Throws what `open` throws for any reason but a full disk, which only a host can mend. */
  constructor(open: OpenStore, onTrouble: (error: unknown) => void, againMs: number = usualAgainMs) {
    this.#open = () => open((error) => void this.#renew(error), this.#wasGone);
    this.#onTrouble = onTrouble;
    this.#againMs = againMs;
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

  /** The library takes two stores of one name for the same, so that the old one must be closed before. */
  async #renew(error: Error): Promise<void> {
    const gone = this.#store;
    this.#store = undefined;
    this.#wasGone = true;
    this.#error = error;
    this.#againAtMs = Infinity;
    this.#onTrouble(error);
    try {
      await gone?.close();
    } catch {
      // Its files are gone: what it could not do at its end is of no use.
    }
    this.#againAtMs = 0;
  }

  #openOnce(): BidCache {
    if (this.#store !== undefined) return this.#store;
    if (performance.now() < this.#againAtMs) throw this.#error;
    this.#againAtMs = performance.now() + this.#againMs;
    try {
      return (this.#store = this.#open());
    } catch (error) {
      this.#error = error;
      throw error;
    }
  }
}
