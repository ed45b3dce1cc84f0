/** The contract of every store of cached bids (spec 4.1.4). */

/** The type of a value: JSON text, or XML such as VAST. */
export type CachedType = 'json' | 'xml';

/** One value to store. */
export interface CachePut {
  /** A UUID that was never used before. */
  readonly id: string;
  readonly type: CachedType;
  /** Whole seconds, 1 or more. */
  readonly ttlSeconds: number;
  /** UTF-8 text; must not change until the put has settled. */
  readonly value: Uint8Array;
}

/** A stored value. */
export interface CachedValue {
  readonly type: CachedType;
  readonly value: Uint8Array;
}

/** One store of cached bids. */
export interface BidCache {
  /** Why the store cannot take values now, and the fix, for the host's log; '' or absent when it knows of no reason. */
  readonly hindrance?: string;
  /**
   * Stores `puts` and resolves with their ids, in order: the given id or one minted by the store, '' for a value that was not stored. A put
   * that has not begun by `untilMs` (clock of `performance.now()`) is not stored. Rejects when the store cannot be reached.
   */
  put(puts: readonly CachePut[], untilMs: number): Promise<readonly string[]>;
  /** The value under `id`, undefined for none. Rejects when the store cannot be reached. */
  get(id: string): Promise<CachedValue | undefined>;
  close(): Promise<void>;
}

/** The error of a store that answered, but did not do what was asked. `what` follows 'answered' and is safe to show to clients. */
export class CacheAnswerError extends Error {
  readonly what: string;

  constructor(what: string, message: string) {
    super(message);
    this.what = what;
  }
}
