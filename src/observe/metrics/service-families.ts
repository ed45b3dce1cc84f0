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
    gauge('gavel_pool_queue_length', 'Auction hops waiting for a thread.', () => [
      { labels: {}, value: read().queued },
    ]),
    histograms('gavel_pool_wait_seconds', 'Waiting time of hops that found no free thread.', () => [
      [{}, read().waits],
    ]),
  ];
}

/** The metrics of connections. `read` returns those of at most as many bidders as are shown by name. */
export function connectionFamilies(read: () => readonly ConnectionReading[], inFlight: () => number): Family[] {
  return [
    gauge('gavel_calls_in_flight', 'Calls to bidders that hold a connection, including late replies.', () => [
      { labels: {}, value: inFlight() },
    ]),
    gauge('gavel_bidder_connections', "Connections to a bidder's host, which bidders may share, by state.", () =>
      read().flatMap(({ bidder, inUse, idle }) => [
        { labels: { bidder, state: 'in_use' }, value: inUse },
        { labels: { bidder, state: 'idle' }, value: idle },
      ]),
    ),
    gauge('gavel_bidder_calls_waiting', "Calls waiting for a connection to a bidder's host.", () =>
      read().map(({ bidder, waiting }) => ({ labels: { bidder }, value: waiting })),
    ),
  ];
}

/** The metrics of third-party code: its bugs, by owner. */
export function codeFamilies(read: () => readonly CodeBugCount[]): Family[] {
  return [
    counter(
      'gavel_code_bugs_total',
      'Errors in the code of a bidder or plugin; the auction continues without it, and the log has the details.',
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
      'Look-ups by plugins, by outcome: found, nothing, late, left (the client disconnected), failed, refused (too many in flight).',
      () => read().map(({ plugin, outcome, count }) => ({ labels: { plugin, outcome }, value: count })),
    ),
  ];
}

/** The metrics of analytics: events lost, by module. */
export function analyticsFamilies(drops: () => ReadonlyMap<string, number>): Family[] {
  return [
    counter('gavel_analytics_dropped_total', 'Events lost by analytics, by module; oversized: too large for any.', () =>
      [...drops()].map(([module, value]) => ({ labels: { module }, value })),
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
    counter('gavel_capture_written_total', 'Auctions captured to a file.', samples('written')),
    counter(
      'gavel_capture_dropped_total',
      'Answered auctions sampled or ordered for capture that were not written to a file.',
      samples('dropped'),
    ),
  ];
}
