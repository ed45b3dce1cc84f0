/** Counts what the bid cache does, for metrics (decisions, 'Caching'). */
import type { CacheOutcome } from '../auction/settle-messages.ts';
import type { CachePut } from './bid-cache.ts';
import { cacheFaultNames, cacheFaults } from './cache-faults.ts';

/** Counts since the process began; `faults` by the names of cache-faults.ts, and `get` for gets that failed. */
export interface BidCacheCounts {
  readonly puts: number;
  readonly kept: number;
  readonly keptBytes: number;
  readonly gets: number;
  readonly hits: number;
  readonly faults: ReadonlyMap<string, number>;
}

/** Sums up the puts and gets of one process. */
export class CacheTally {
  readonly #faults = new Map(Object.keys(cacheFaults).map((name) => [name, 0]));
  readonly #counts = { puts: 0, kept: 0, keptBytes: 0, gets: 0, hits: 0, faults: this.#faults };

  /** The counts so far. */
  get counts(): BidCacheCounts {
    return this.#counts;
  }

  /** Adds puts and what became of them. */
  addPuts(puts: readonly CachePut[], { ids, fault }: CacheOutcome): void {
    this.#counts.puts += puts.length;
    puts.forEach(({ value }, at) => {
      if (!ids[at]) return;
      this.#counts.kept += 1;
      this.#counts.keptBytes += value.byteLength;
    });
    if (fault !== '') this.addFault(nameOf(fault));
  }

  /** Adds `values` that were not put because of `fault`. */
  addLeftOut(values: number, fault: string): void {
    this.#counts.puts += values;
    this.addFault(nameOf(fault));
  }

  /** Adds a get. */
  addGet(): void {
    this.#counts.gets += 1;
  }

  /** Adds a get that found a value. */
  addHit(): void {
    this.#counts.hits += 1;
  }

  /** Adds a fault by its name. */
  addFault(name: string): void {
    this.#faults.set(name, (this.#faults.get(name) ?? 0) + 1);
  }
}

/** The name of a fault; a store's own words count as `failed`. */
function nameOf(fault: string): string {
  return cacheFaultNames.get(fault) ?? 'failed';
}
