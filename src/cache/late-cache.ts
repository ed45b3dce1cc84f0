/** Decides what becomes of the embedded store when its disk is full at the start (decisions, 'Caching': a failure costs the keys, never an auction). */
import { isFullDisk } from '../full-disk.ts';
import type { BidCache, CachedValue, CachePut } from './bid-cache.ts';

/** How long after a try the next one may be, in milliseconds. */
const usualAgainMs = 10_000;

/**
 * The store that `open` opens. Where the disk is full, `onTrouble` is told, and a stand-in fails until there is room: a put or get
 * that comes `againMs` later opens the store. Throws what `open` throws for any other reason, which only a host can mend.
 */
export function openLate(
  open: () => BidCache,
  onTrouble: (error: unknown) => void,
  againMs: number = usualAgainMs,
): BidCache {
  try {
    return open();
  } catch (error) {
    if (!isFullDisk(error)) throw error;
    onTrouble(error);
    return new LateCache(open, error, againMs);
  }
}

class LateCache implements BidCache {
  readonly #open: () => BidCache;
  #store: BidCache | undefined;
  #error: unknown;
  readonly #againMs: number;
  #againAtMs: number;

  constructor(open: () => BidCache, error: unknown, againMs: number) {
    this.#open = open;
    this.#error = error;
    this.#againMs = againMs;
    this.#againAtMs = performance.now() + againMs;
  }

  async put(puts: readonly CachePut[], untilMs: number): Promise<readonly string[]> {
    return this.#opened().put(puts, untilMs);
  }

  async get(id: string): Promise<CachedValue | undefined> {
    return this.#opened().get(id);
  }

  async close(): Promise<void> {
    await this.#store?.close();
  }

  #opened(): BidCache {
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
