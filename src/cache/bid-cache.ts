/** Where cached bids are kept (spec 4.1.4): the contract that every store keeps, and what a value may be. */

/** What a value is: JSON text, or XML such as VAST. */
export type CachedType = 'json' | 'xml';

/** One value to keep. */
export interface CachePut {
  /** A UUID that was never used before. */
  readonly id: string;
  readonly type: CachedType;
  /** Whole seconds, 1 or more. */
  readonly ttlSeconds: number;
  /** UTF-8 text; must not change until the put has ended. */
  readonly value: Uint8Array;
}

/** A value as it was kept. */
export interface CachedValue {
  readonly type: CachedType;
  readonly value: Uint8Array;
}

/** One store of cached bids. */
export interface BidCache {
  /** Why it keeps nothing now and what to do, for the host's log; '' or absent when it does not know of anything. */
  readonly hindrance?: string;
  /**
   * Keeps `puts` and gives the id of each in their order: its own or one that the store minted, '' where it was not kept.
   * What was not begun at `untilMs` (clock of `performance.now()`) is not kept. Rejects when the store cannot be reached.
   */
  put(puts: readonly CachePut[], untilMs: number): Promise<readonly string[]>;
  /** What is kept under `id`, undefined for nothing. Rejects when the store cannot be reached. */
  get(id: string): Promise<CachedValue | undefined>;
  close(): Promise<void>;
}

/** A store that was reached and did not do what was asked: `what` follows 'answered', and may be told to anybody. */
export class CacheAnswerError extends Error {
  readonly what: string;

  constructor(what: string, message: string) {
    super(message);
    this.what = what;
  }
}
