/** The metrics of protections: refusals under overload, breakers, throttles, timeout notices (issue 7, item 6). */
import { counter, greatest, type Family, type Sample } from './family.ts';
import type { KnownCodes } from './known-codes.ts';

/** How one bidder is treated at one host with recent failures. */
export interface HealthReading {
  /** Its configured code; several aliases of a request may share one. */
  readonly bidder: string;
  readonly breaker: 'closed' | 'half-open' | 'open';
  /** The share of its calls that is sent when the breaker allows it, 0.05 to 1. */
  readonly sentShare: number;
}

/** Calls held back since the process started, by bidder and by what held them back. */
export type BlockedReading = ReadonlyMap<string, { readonly breaker: number; readonly throttle: number }>;

const breakerValues = { closed: 0, 'half-open': 1, open: 2 } as const;

/** The metrics of bidders whose calls are held back; `health` lists only those with recent failures. */
export function healthFamilies(
  health: () => readonly HealthReading[],
  blocked: () => BlockedReading,
  codes: KnownCodes,
): Family[] {
  return [
    greatest(
      'gavel_bidder_breaker_state',
      'Circuit breakers of bidders with recent failures: 0 closed, 1 half-open, 2 open; with several hosts or processes, the worst.',
      () => worst(health(), ({ breaker }) => breakerValues[breaker], codes),
    ),
    greatest(
      'gavel_bidder_withheld_share',
      'Share of calls withheld from bidders that only time out; with several hosts or processes, the highest.',
      () => worst(health(), ({ sentShare }) => 1 - sentShare, codes),
    ),
    counter('gavel_bidder_throttled_total', 'Calls to bidders that were withheld, by cause.', () =>
      codes.summed(
        'by',
        [...blocked()].flatMap(([code, counts]) =>
          (['breaker', 'throttle'] as const).map((by) => ({ code, by, count: counts[by] })),
        ),
      ),
    ),
  ];
}

/** Timeout notices by result: answered with a status below 300, ended otherwise, or not sent because too many were in flight. */
export interface NoticesReading {
  readonly delivered: number;
  readonly failed: number;
  readonly dropped: number;
}

/** The metrics of timeout notices; none where bidders are not notified. */
export function noticeFamilies(counts: () => NoticesReading | undefined): Family[] {
  const results = ['delivered', 'failed', 'dropped'] as const;
  return [
    counter(
      'gavel_timeout_notices_total',
      'Timeout notifications to bidders: delivered, failed, or not sent because too many were in flight.',
      () => {
        const found = counts();
        return found === undefined ? [] : results.map((result) => ({ labels: { result }, value: found[result] }));
      },
    ),
  ];
}

/** Auctions refused, by reason: the event loop was late, the workers' queue was too long, too many exchanges were open. */
export interface Refused {
  readonly loop: number;
  readonly queue: number;
  readonly inFlight: number;
}

/** The metrics of the overload gate; `yielded` counts yielding requests that were refused to leave time for auctions. */
export function overloadFamilies(gate: { readonly refused: Refused; readonly yielded: number }): Family[] {
  return [
    counter(
      'gavel_overload_refused_total',
      'Auctions rejected because this process was overloaded, by cause; those that found the queue full are also in gavel_auctions_total.',
      () => {
        const { loop, queue, inFlight } = gate.refused;
        return [
          { labels: { by: 'loop' }, value: loop },
          { labels: { by: 'queue' }, value: queue },
          { labels: { by: 'in_flight' }, value: inFlight },
        ];
      },
    ),
    counter(
      'gavel_overload_yielded_total',
      'Cookie syncs rejected because this process was overloaded, to spare auctions.',
      () => [{ labels: {}, value: gate.yielded }],
    ),
  ];
}

function worst(
  readings: readonly HealthReading[],
  of: (reading: HealthReading) => number,
  codes: KnownCodes,
): Sample[] {
  const values = new Map<string, number>();
  for (const reading of readings) {
    const bidder = codes.label(reading.bidder);
    values.set(bidder, Math.max(values.get(bidder) ?? 0, of(reading)));
  }
  return [...values].map(([bidder, value]) => ({ labels: { bidder }, value }));
}
