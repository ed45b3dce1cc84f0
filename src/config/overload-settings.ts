/** The settings of overload and of failing bidders (issue 'Overload'): when auctions are refused, and which bidder calls are not sent. */
import { section, whole } from './kinds.ts';

/** The schema of `overload`. */
export const overloadSection = section(
  {
    maxDelayMs: whole(
      { min: 10, max: 60_000, default: 100 },
      'Longest time that auctions may keep waiting for this process (event loop, workers), in milliseconds; beyond it new ones get 503 with Retry-After.',
    ),
    maxInFlight: whole(
      { min: 1, max: 1_000_000, default: 8192 },
      'Most requests in flight at once, per process; over it auctions get 503. It limits memory.',
    ),
  },
  'When new auctions are refused because this process is behind.',
);

/** The schema of `bidderHealth`. */
export const bidderHealthSection = section(
  {
    breakerFailures: whole(
      { min: 0, max: 1_000_000, default: 20 },
      'Calls in a row that could not reach a bidder address, or whose replies broke off, after which it is only probed; 0: never.',
    ),
    breakerWindowMs: whole(
      { min: 1, max: 3_600_000, default: 10_000 },
      'The time within which those calls must fail, in milliseconds.',
    ),
    breakerProbeMs: whole(
      { min: 1, max: 3_600_000, default: 1000 },
      'The time from one probe of such an address to the next, in milliseconds.',
    ),
    throttleMemory: whole(
      { min: 0, max: 1_000_000, default: 50 },
      'Calls over which the share of timeouts of a bidder is averaged: one that has only timed out over some four times as many gets one call in twenty; 0: it gets all.',
    ),
  },
  'When bidders that fail or only time out are spared calls.',
);
