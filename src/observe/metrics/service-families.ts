/** The metrics of what auctions use and who receives them: threads, connections, third-party code, analytics, capture (issue 7, item 5). */
import type { CaptureCounts } from '../capture-writer.ts';
import type { CodeBugCount } from '../code-bugs.ts';
import { counter, gauge, type Family } from './family.ts';
import { histograms, type Histogram } from './histogram.ts';

/** The thread pool: hops waiting now, and how long those that found no free thread waited. */
export interface PoolReading {
  readonly queued: number;
  readonly waits: Histogram;
}

/** At one host: calls that hold a connection, idle connections, calls that wait for a connection. */
export interface ConnectionUse {
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The same for the host of a bidder's endpoint. */
export interface ConnectionReading extends ConnectionUse {
  /** The bidder's code in the configuration. */
  readonly bidder: string;
}

/** The metrics of the pool. */
export function poolFamilies(read: () => PoolReading): Family[] {
  return [
    gauge('gavel_pool_queue_length', 'Hops of auctions that wait for a thread.', () => [
      { labels: {}, value: read().queued },
    ]),
    histograms('gavel_pool_wait_seconds', 'How long hops that found no free thread have waited for one.', () => [
      [{}, read().waits],
    ]),
  ];
}

/** The metrics of connections. `read` returns those of at most as many bidders as are shown by name. */
export function connectionFamilies(read: () => readonly ConnectionReading[], inFlight: () => number): Family[] {
  return [
    gauge('gavel_calls_in_flight', 'Calls to bidders that hold a connection, late replies included.', () => [
      { labels: {}, value: inFlight() },
    ]),
    gauge(
      'gavel_bidder_connections',
      "Connections to the host of a bidder's address, which bidders may share, by state.",
      () =>
        read().flatMap(({ bidder, inUse, idle }) => [
          { labels: { bidder, state: 'in_use' }, value: inUse },
          { labels: { bidder, state: 'idle' }, value: idle },
        ]),
    ),
    gauge('gavel_bidder_calls_waiting', "Calls that wait for a connection to the host of a bidder's address.", () =>
      read().map(({ bidder, waiting }) => ({ labels: { bidder }, value: waiting })),
    ),
  ];
}

/** The metrics of third-party code: its bugs, by owner. */
export function codeFamilies(read: () => readonly CodeBugCount[]): Family[] {
  return [
    counter(
      'gavel_code_bugs_total',
      'Bugs met in the code of a bidder or a plugin, which costs the auction no more than that: the log has the line.',
      () => read().map(({ kind, name, count }) => ({ labels: { kind, name }, value: count })),
    ),
  ];
}

/** How a plugin's look-up ended. `left`: the client disconnected first; `refused`: too many of the plugin's were in flight. */
export const lookUpOutcomes = ['found', 'nothing', 'late', 'left', 'failed', 'refused'] as const;

/** How a plugin's look-up ended. */
export type LookUpOutcome = (typeof lookUpOutcomes)[number];

/** The number of a plugin's look-ups with one outcome since the start. */
export interface LookUpCount {
  /** Its name in the configuration. */
  readonly plugin: string;
  readonly outcome: LookUpOutcome;
  readonly count: number;
}

/** The metrics of plugins' look-ups. */
export function lookUpFamilies(read: () => readonly LookUpCount[]): Family[] {
  return [
    counter(
      'gavel_plugin_look_ups_total',
      'What plugins have looked up for auctions, by how it ended: found, nothing, late, left (the client went away), failed, refused (too many under way).',
      () => read().map(({ plugin, outcome, count }) => ({ labels: { plugin, outcome }, value: count })),
    ),
  ];
}

/** The metrics of analytics: events lost, by module. */
export function analyticsFamilies(drops: () => ReadonlyMap<string, number>): Family[] {
  return [
    counter(
      'gavel_analytics_dropped_total',
      'Events that analytics have lost, by module; oversized: too large for any.',
      () => [...drops()].map(([module, value]) => ({ labels: { module }, value })),
    ),
  ];
}

/** The metrics of capture; `read` returns undefined when no auctions are captured. */
export function captureFamilies(read: () => CaptureCounts | undefined): Family[] {
  const samples = (of: keyof CaptureCounts) => () => {
    const counts = read();
    return counts === undefined ? [] : [{ labels: {}, value: counts[of] }];
  };
  return [
    counter('gavel_capture_written_total', 'Auctions captured into a file.', samples('written')),
    counter(
      'gavel_capture_dropped_total',
      'Answered auctions that were sampled or ordered for capture, but are in no file.',
      samples('dropped'),
    ),
  ];
}
