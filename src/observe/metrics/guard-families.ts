/** The metrics of what keeps a busy service and its bidders apart: refusals, breakers, throttles (issue 7, item 6). */
import { counter, greatest, type Family, type Sample } from './family.ts';
import type { KnownCodes } from './known-codes.ts';

/** How one bidder is treated at one host that has failed of late. */
export interface HealthReading {
  /** The code that it is configured as; several aliases of a request may be one. */
  readonly bidder: string;
  readonly breaker: 'closed' | 'half-open' | 'open';
  /** The share of its calls that is sent, 0.05 to 1, when the breaker allows. */
  readonly sentShare: number;
}

/** Calls that were not sent since the process began, by bidder and what held them back. */
export type BlockedReading = ReadonlyMap<string, { readonly breaker: number; readonly throttle: number }>;

const breakerValues = { closed: 0, 'half-open': 1, open: 2 } as const;

/** The metrics of bidders that are spared calls; `health` names those only that have failed of late. */
export function healthFamilies(
  health: () => readonly HealthReading[],
  blocked: () => BlockedReading,
  codes: KnownCodes,
): Family[] {
  return [
    greatest(
      'gavel_bidder_breaker_state',
      'Breakers of bidders that have failed of late: 0 closed, 1 half-open, 2 open; of several hosts and processes the worst.',
      () => worst(health(), ({ breaker }) => breakerValues[breaker], codes),
    ),
    greatest(
      'gavel_bidder_withheld_share',
      'Share of the calls of bidders that only time out which is not sent; of several hosts and processes the greatest.',
      () => worst(health(), ({ sentShare }) => 1 - sentShare, codes),
    ),
    counter('gavel_bidder_throttled_total', 'Calls to bidders that were not sent, by what held them back.', () =>
      codes.summed(
        'by',
        [...blocked()].flatMap(([code, counts]) =>
          (['breaker', 'throttle'] as const).map((by) => ({ code, by, count: counts[by] })),
        ),
      ),
    ),
  ];
}

/** What became of the notices of timeouts: an answer below 300, another end, or not sent for want of room. */
export interface NoticesReading {
  readonly delivered: number;
  readonly failed: number;
  readonly dropped: number;
}

/** The metrics of notices of timeouts; none where bidders are not told. */
export function noticeFamilies(counts: () => NoticesReading | undefined): Family[] {
  const results = ['delivered', 'failed', 'dropped'] as const;
  return [
    counter(
      'gavel_timeout_notices_total',
      'Notices to bidders that a call had no reply by the deadline: delivered, failed, or not sent because many were under way.',
      () => {
        const found = counts();
        return found === undefined ? [] : results.map((result) => ({ labels: { result }, value: found[result] }));
      },
    ),
  ];
}

/** Auctions refused: because the event loop was late, the queue before the workers too long, too much in work. */
export interface Refused {
  readonly loop: number;
  readonly queue: number;
  readonly inFlight: number;
}

/** The metrics of the gate; `yielded` are requests that were refused so that auctions are not. */
export function overloadFamilies(gate: { readonly refused: Refused; readonly yielded: number }): Family[] {
  return [
    counter(
      'gavel_overload_refused_total',
      'Auctions refused because this process was behind, by what was; those that found the queue full are in gavel_auctions_total, too.',
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
      'Cookie syncs refused because this process was behind, so that auctions were not.',
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
