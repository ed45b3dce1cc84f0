/**
 * Puts limits around a store (decisions, 'Caching'): each put has a timeout, a slow store cannot fill the memory, and a store that keeps
 * failing is not called for a while. Failures are values: they cost the auction its cache keys, never its answer.
 */
import type { CacheOutcome } from '../auction/settle-messages.ts';
import { maxValueBytes } from '../config/cache-limits.ts';
import { inTime } from '../in-time.ts';
import type { BidCache, CachedValue, CachePut } from './bid-cache.ts';
import { cacheFault, cacheFaults, timedOut } from './cache-faults.ts';
import { CacheTally, type BidCacheCounts } from './cache-tally.ts';
import { StoreRests, type OutageRules } from './store-rests.ts';

/** The limits, and what to do about outages. */
export interface CacheBounds extends OutageRules {
  /** The timeout of a put or get, in milliseconds. */
  readonly timeoutMs: number;
}

/** The memory that a put takes beside its value, in bytes. */
const putBytes = 512;
/** The most bytes of puts in flight: a store that hangs cannot fill the memory. */
const maxPendingBytes = 16_777_216;

/** How long a store may take to close, in milliseconds. */
const closeMs = 1000;

/** The bid cache as auctions and endpoints use it. */
export class BoundedCache {
  readonly #store: BidCache;
  readonly #timeoutMs: number;
  readonly #rests: StoreRests;
  #pendingBytes = 0;
  readonly #tally = new CacheTally();

  constructor(store: BidCache, { timeoutMs, ...outages }: CacheBounds) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
    this.#rests = new StoreRests(outages);
  }

  /** Why a put that must end by `deadlineAtMs` (clock of `performance.now()`) would fail at once; '' when it can be tried. */
  faultBy(deadlineAtMs: number): string {
    if (performance.now() >= deadlineAtMs) return cacheFaults.late;
    if (this.#pendingBytes >= maxPendingBytes) return cacheFaults.busy;
    return this.#rests.isResting() ? cacheFaults.resting : '';
  }

  /** Counts `values` that were not put because `faultBy` returned `fault`. */
  noteLeftOut(values: number, fault: string): void {
    this.#tally.addLeftOut(values, fault);
  }

  /** For metrics. */
  get counts(): BidCacheCounts {
    return this.#tally.counts;
  }

  /** Stores `puts`. Resolves by `deadlineAtMs` (clock of `performance.now()`), and within the timeout. Never rejects. */
  async put(puts: readonly CachePut[], deadlineAtMs = Infinity): Promise<CacheOutcome> {
    const outcome = await this.#put(puts, deadlineAtMs);
    this.#tally.addPuts(puts, outcome);
    return outcome;
  }

  async #put(puts: readonly CachePut[], deadlineAtMs: number): Promise<CacheOutcome> {
    const waitMs = Math.min(this.#timeoutMs, deadlineAtMs - performance.now());
    // Values over the size limit are not sent to the store.
    const small = puts.filter(({ value }) => value.byteLength <= maxValueBytes);
    const bytes = small.reduce((sum, { value }) => sum + value.byteLength + putBytes, 0);
    const fault = this.faultBy(deadlineAtMs) || (this.#pendingBytes + bytes > maxPendingBytes ? cacheFaults.busy : '');
    if (fault !== '' || small.length === 0) return noneOf(puts, fault || cacheFaults.refused);
    this.#pendingBytes += bytes;
    const startedAtMs = performance.now();
    const kept = this.#store.put(small, startedAtMs + waitMs).finally(() => {
      this.#pendingBytes -= bytes;
    });
    const outcome = await this.#outcome(kept, small, { startedAtMs, waitMs });
    if (small.length === puts.length) return outcome;
    const byPut = new Map(small.map((put, at) => [put, outcome.ids[at]!]));
    return { ids: puts.map((put) => byPut.get(put) ?? ''), fault: outcome.fault || cacheFaults.refused };
  }

  /** The value under `id`, undefined for none. Rejects when the store cannot be reached within the timeout. */
  async get(id: string): Promise<CachedValue | undefined> {
    this.#tally.addGet();
    try {
      const found = this.#store.get(id).then((value) => ({ value }));
      const answer = await inTime(found, this.#timeoutMs);
      if (answer === undefined) throw timedOut();
      if (answer.value !== undefined) this.#tally.addHit();
      return answer.value;
    } catch (error) {
      this.#tally.addFault('get');
      throw error;
    }
  }

  /** Closes the store; one that hangs is abandoned. */
  async close(): Promise<void> {
    await inTime(this.#store.close(), closeMs);
  }

  async #outcome(
    kept: Promise<readonly string[]>,
    puts: readonly CachePut[],
    { startedAtMs, waitMs }: { readonly startedAtMs: number; readonly waitMs: number },
  ): Promise<CacheOutcome> {
    let ids: readonly string[] | undefined;
    try {
      ids = await inTime(kept, waitMs);
    } catch (error) {
      this.#rests.noteFailure(error, startedAtMs);
      return noneOf(puts, cacheFault(error));
    }
    const isNoneKept = ids?.every((id) => id === '') === true;
    // A store skips puts that it reaches too late, as after a pause of this process: that is not a refusal.
    if (ids === undefined || (isNoneKept && performance.now() >= startedAtMs + waitMs)) {
      // A deadline that left less than the timeout proves nothing about the store.
      if (waitMs === this.#timeoutMs) this.#rests.noteFailure(timedOut(), startedAtMs);
      return noneOf(puts, cacheFaults.slow);
    }
    if (isNoneKept) {
      this.#rests.noteFailure(new Error(this.#store.hindrance || cacheFaults.refused), startedAtMs);
      return noneOf(puts, cacheFaults.refused);
    }
    this.#rests.end();
    return { ids, fault: ids.includes('') ? cacheFaults.refused : '' };
  }
}

function noneOf(puts: readonly CachePut[], fault: string): CacheOutcome {
  return { ids: puts.map(() => ''), fault };
}
