/** The metrics of the bid cache, stored data, conversion rates and floors (issue 7, item 5). */
import { counter, gauge, greatest, type Family, type Sample } from './family.ts';

/** What a bid cache has done since the process started; `faults` by reason. */
export interface BidCacheReading {
  readonly store: string;
  readonly puts: number;
  readonly kept: number;
  readonly gets: number;
  readonly hits: number;
  readonly keptBytes: number;
  readonly faults: ReadonlyMap<string, number>;
}

/** What a cache of stored data has done since the process started, and what it holds. */
export interface StoredReading {
  readonly hits: number;
  readonly misses: number;
  readonly stale: number;
  readonly failures: number;
  readonly entries: number;
  readonly bytes: number;
}

/** The metrics of the bid cache. */
export function bidCacheFamilies(read: () => BidCacheReading): Family[] {
  const one = (name: string, help: string, of: (reading: BidCacheReading) => number): Family =>
    counter(name, help, () => {
      const reading = read();
      return [{ labels: { store: reading.store }, value: of(reading) }];
    });
  const faults = (): Sample[] => {
    const reading = read();
    return [...reading.faults].map(([reason, value]) => ({ labels: { store: reading.store, reason }, value }));
  };
  return [
    one('gavel_cache_puts_total', 'Values given to the bid cache.', ({ puts }) => puts),
    one('gavel_cache_kept_total', 'Values stored by the bid cache.', ({ kept }) => kept),
    one('gavel_cache_kept_bytes_total', 'Bytes of the values stored.', ({ keptBytes }) => keptBytes),
    one('gavel_cache_gets_total', 'Look-ups in the bid cache.', ({ gets }) => gets),
    one('gavel_cache_hits_total', 'Look-ups in the bid cache that found a value.', ({ hits }) => hits),
    counter('gavel_cache_faults_total', 'Puts and look-ups of the bid cache that failed, by reason.', faults),
  ];
}

/** The metrics of caches of stored data, by kind of data. */
export function storedFamilies(read: () => ReadonlyMap<string, StoredReading>): Family[] {
  const results = ['hits', 'misses', 'stale', 'failures'] as const;
  const held = (of: (reading: StoredReading) => number) => () =>
    [...read()].map(([kind, reading]) => ({ labels: { kind }, value: of(reading) }));
  return [
    counter(
      'gavel_stored_lookups_total',
      'Look-ups of stored data (kind requests includes imps and responses): hits: in memory; misses: fetched from the source; stale: old texts used because the source failed; failures: queries not answered in time.',
      () =>
        [...read()].flatMap(([kind, reading]) =>
          results.map((result) => ({ labels: { kind, result }, value: reading[result] })),
        ),
    ),
    gauge(
      'gavel_stored_entries',
      'Entries of stored data in memory (kind requests includes imps and responses).',
      held(({ entries }) => entries),
    ),
    gauge(
      'gavel_stored_bytes',
      'Bytes of stored data in memory (kind requests includes imps and responses).',
      held(({ bytes }) => bytes),
    ),
  ];
}

/** The state of a source of conversion rates. */
export interface RatesReading {
  /** The name of its setting, then its location. */
  readonly name: string;
  /** Milliseconds since 1970, 0 for never. */
  readonly readAtMs: number;
  /** The date that the rates themselves state; '' for none. */
  readonly dataAsOf: string;
}

/**
 * The metrics of conversion rates; `nowMs` returns milliseconds since 1970. Rates that were never read count as old as the process, so that
 * alerts fire.
 */
export function ratesFamilies(read: () => readonly RatesReading[], nowMs: () => number): Family[] {
  const help =
    'Time since conversion rates were last read successfully, by source; until then, since the process started.';
  const dataHelp =
    'Age of conversion rates by their own date (dataAsOf), by source: rates that are read successfully may still be old.';
  const since = (name: string, atMs: number): Sample => ({
    labels: { source: name.split(' ')[0]! },
    value: Math.max(0, nowMs() - atMs) / 1000,
  });
  return [
    greatest('gavel_currency_rates_age_seconds', help, () =>
      read().map(({ name, readAtMs }) => since(name, readAtMs || performance.timeOrigin)),
    ),
    greatest('gavel_currency_rates_data_age_seconds', dataHelp, () =>
      read().flatMap(({ name, dataAsOf }) => {
        const atMs = Date.parse(dataAsOf);
        return Number.isNaN(atMs) ? [] : [since(name, atMs)];
      }),
    ),
  ];
}

/** The number of requests to floor providers by result, and of providers failing now. */
interface FloorReading {
  readonly ok: number;
  readonly failed: number;
  readonly failing: number;
}

/** The metrics of floor providers. */
export function floorFamilies(read: () => FloorReading): Family[] {
  return [
    greatest(
      'gavel_floor_providers_failing',
      "URLs of accounts' price floors needed in the last two hours whose last fetch failed.",
      () => [{ labels: {}, value: read().failing }],
    ),
    counter('gavel_floor_fetches_total', "Fetches of accounts' price floors, by result.", () =>
      (['ok', 'failed'] as const).map((result) => ({ labels: { result }, value: read()[result] })),
    ),
  ];
}
