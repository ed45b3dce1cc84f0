/**
 * Decides which of a pod's durations a bid counts as: the shortest that it fits into (implementations A `applyCategoryMapping`,
 * B `resolveDuration`). Both know only what the adapter says, where here a bid's own `dur` (OpenRTB 2.6) counts next; of
 * whom nobody says it, all three take the shortest.
 */

/** Seconds of a bid: the first that is a number above 0 of what its adapter, its own extension and its `dur` say; 0 for none. */
export function readDuration(said: readonly unknown[]): number {
  return said.find((one): one is number => typeof one === 'number' && Number.isFinite(one) && one > 0) ?? 0;
}

/** Whole seconds of `ranges` (any order, empty: as the bid itself is, rounded up); undefined for a bid that is longer than all of them. */
export function roundDuration(seconds: number, ranges: readonly number[]): number | undefined {
  if (ranges.length === 0) return Math.ceil(seconds);
  let least: number | undefined;
  for (const range of ranges) if (range >= seconds && (least === undefined || range < least)) least = range;
  return least;
}
