/** The settings of overload and of failing bidders (issue 'Overload'): when auctions are refused, and which bidder calls are not sent. */
import { section, whole } from './kinds.ts';

/** The schema of `overload`. */
export const overloadSection = section(
  {
    maxDelayMs: whole(
      { min: 10, max: 60_000, default: 100 },
      'Maximum time that auctions may keep waiting for this process (event loop, workers), in milliseconds; beyond it new ones get 503 with Retry-After.',
    ),
    maxInFlight: whole(
      { min: 1, max: 1_000_000, default: 8192 },
      'Maximum requests in flight, per process; beyond it auctions get 503. This limits memory.',
    ),
  },
  'When new auctions are rejected because this process is overloaded.',
);

/** The schema of `bidderHealth`. */
export const bidderHealthSection = section(
  {
    breakerFailures: whole(
      { min: 0, max: 1_000_000, default: 20 },
      "Consecutive calls that could not reach a bidder's host, or whose replies broke off, after which the host is only probed; 0: never.",
    ),
    breakerWindowMs: whole(
      { min: 1, max: 3_600_000, default: 10_000 },
      'Time within which those calls must fail, in milliseconds.',
    ),
    breakerProbeMs: whole(
      { min: 1, max: 3_600_000, default: 1000 },
      'Time between probes of such a host, in milliseconds.',
    ),
    throttleMemory: whole(
      { min: 0, max: 1_000_000, default: 50 },
      "Number of calls over which a bidder's timeout rate is averaged: after about four times as many timeouts in a row, only one call in twenty is sent; 0: all are always sent.",
    ),
  },
  'When calls to bidders that fail or only time out are withheld.',
);
