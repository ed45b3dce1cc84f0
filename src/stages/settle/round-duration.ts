/**
 * Decides which of a pod's durations a bid counts as: the shortest that it fits into (implementations A `applyCategoryMapping`, B
 * `resolveDuration`). Both know only what the adapter states, while here a bid's own `dur` (OpenRTB 2.6) counts next. All three take the
 * shortest for a bid whose duration nobody states.
 */

/** The seconds of a bid: the first number above 0 among what its adapter, its own extension and its `dur` state; 0 for none. */
export function readDuration(stated: readonly unknown[]): number {
  return stated.find((one): one is number => typeof one === 'number' && Number.isFinite(one) && one > 0) ?? 0;
}

/** The bid's seconds among `ranges` (in any order; if empty, its own, rounded up); undefined for a bid longer than all of them. */
export function roundDuration(seconds: number, ranges: readonly number[]): number | undefined {
  if (ranges.length === 0) return Math.ceil(seconds);
  let least: number | undefined;
  for (const range of ranges) if (range >= seconds && (least === undefined || range < least)) least = range;
  return least;
}
