/**
 * Puts a store behind bounds (decisions, 'Caching'): no put lasts past its time, no slow store makes memory grow, and a store
 * that fails again and again is left alone for a while. Whatever goes wrong is a value: it costs the keys, never the auction.
 */
import type { CacheOutcome } from '../auction/settle-messages.ts';
import { maxValueBytes } from '../config/cache-limits.ts';
import { inTime } from '../in-time.ts';
import type { BidCache, CachedValue, CachePut } from './bid-cache.ts';
import { cacheFault, cacheFaultNames, cacheFaults, timedOut } from './cache-faults.ts';
import { StoreRests, type OutageRules } from './store-rests.ts';

/** The bounds, and who is told of outages. */
export interface CacheBounds extends OutageRules {
  /** Longest wait for the store, in milliseconds. */
  readonly timeoutMs: number;
}

/** What was done since the start; `faults` by reason. */
export interface BidCacheCounts {
  readonly puts: number;
  readonly kept: number;
  readonly keptBytes: number;
  readonly gets: number;
  readonly hits: number;
  readonly faults: ReadonlyMap<string, number>;
}

/** What a put costs in memory beside its value. */
const putBytes = 512;
/** Puts under way at most: a store that hangs cannot fill the memory. */
const maxPendingBytes = 16_777_216;

/** How long a store may take to end. */
const closeMs = 1000;

/** The bid cache as the auction and the endpoints see it. */
export class BoundedCache {
  readonly #store: BidCache;
  readonly #timeoutMs: number;
  readonly #rests: StoreRests;
  #pendingBytes = 0;
  readonly #faults = new Map(Object.keys(cacheFaults).map((name) => [name, 0]));
  readonly #counts = { puts: 0, kept: 0, keptBytes: 0, gets: 0, hits: 0, faults: this.#faults };

  constructor(store: BidCache, { timeoutMs, ...outages }: CacheBounds) {
    this.#store = store;
    this.#timeoutMs = timeoutMs;
    this.#rests = new StoreRests(outages);
  }

  /** Why a put would fail at once that must end by `deadlineAtMs` (clock of `performance.now()`), '' when it may be tried. */
  faultBy(deadlineAtMs: number): string {
    if (performance.now() >= deadlineAtMs) return cacheFaults.late;
    if (this.#pendingBytes >= maxPendingBytes) return cacheFaults.busy;
    return this.#rests.isResting() ? cacheFaults.resting : '';
  }

  /** Counts `values` that were not even put, for a fault that `faultBy` told. */
  noteLeftOut(values: number, fault: string): void {
    this.#counts.puts += values;
    this.#countFault(nameOf(fault));
  }

  /** For metrics. */
  get counts(): BidCacheCounts {
    return this.#counts;
  }

  /** Keeps `puts`, and answers by `deadlineAtMs` (clock of `performance.now()`) and within the timeout. Never rejects. */
  async put(puts: readonly CachePut[], deadlineAtMs = Infinity): Promise<CacheOutcome> {
    const outcome = await this.#put(puts, deadlineAtMs);
    this.#counts.puts += puts.length;
    puts.forEach(({ value }, at) => {
      if (!outcome.ids[at]) return;
      this.#counts.kept += 1;
      this.#counts.keptBytes += value.byteLength;
    });
    if (outcome.fault !== '') this.#countFault(nameOf(outcome.fault));
    return outcome;
  }

  async #put(puts: readonly CachePut[], deadlineAtMs: number): Promise<CacheOutcome> {
    const waitMs = Math.min(this.#timeoutMs, deadlineAtMs - performance.now());
    // A value over the limit is not even offered to the store.
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

  /** What is kept under `id`, undefined for nothing. Rejects when the store cannot be reached within the timeout. */
  async get(id: string): Promise<CachedValue | undefined> {
    this.#counts.gets += 1;
    try {
      const found = this.#store.get(id).then((value) => ({ value }));
      const answer = await inTime(found, this.#timeoutMs);
      if (answer === undefined) throw timedOut();
      if (answer.value !== undefined) this.#counts.hits += 1;
      return answer.value;
    } catch (error) {
      this.#countFault('get');
      throw error;
    }
  }

  /** Ends the store; one that hangs is left behind. */
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
    // A store keeps nothing that it comes to too late, as when this process has halted: that is no refusal.
    if (ids === undefined || (isNoneKept && performance.now() >= startedAtMs + waitMs)) {
      // A deadline that left less than the timeout says nothing about the store.
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

  #countFault(name: string): void {
    this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
  }
}

function nameOf(fault: string): string {
  return cacheFaultNames.get(fault) ?? 'failed';
}

function noneOf(puts: readonly CachePut[], fault: string): CacheOutcome {
  return { ids: puts.map(() => ''), fault };
}
