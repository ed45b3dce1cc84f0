/**
 * The arithmetic of time in one auction (decisions, `tmax`): how long it may take, until when bidders are waited for,
 * and how long each is told it has. Every instant is in milliseconds on the clock that stamped the arrival.
 */

/** The host's bounds of `tmax`, in milliseconds. The configuration guarantees min ≤ default ≤ max. */
export interface TmaxBounds {
  readonly tmaxDefaultMs: number;
  readonly tmaxMinMs: number;
  readonly tmaxMaxMs: number;
}

/** What the auction keeps of the time left: for the way to the bidder and back, for the answer, for cache puts. */
export interface TimeReserves {
  readonly networkReserveMs: number;
  readonly responseReserveMs: number;
  /** For auctions that cache bids. */
  readonly cacheExpectedMs: number;
}

/** The request's `tmax`, or the default when it has none, or 0 (implementation A 3), clamped to the host's bounds, in milliseconds. */
export function clampTmax(tmax: number | null, bounds: TmaxBounds): number {
  const wanted = tmax === null || tmax === 0 ? bounds.tmaxDefaultMs : tmax;
  return Math.min(Math.max(wanted, bounds.tmaxMinMs), bounds.tmaxMaxMs);
}

/**
 * The `tmax` that a bidder is told: whole milliseconds of `leftMs` (until the auction's deadline) after the reserves, never
 * below 0. The first hop takes off the time for caching, since only it knows whether the auction caches.
 */
export function bidderTmaxMs(
  leftMs: number,
  { networkReserveMs, responseReserveMs }: Pick<TimeReserves, 'networkReserveMs' | 'responseReserveMs'>,
): number {
  return Math.max(0, Math.floor(leftMs - networkReserveMs - responseReserveMs));
}

/** The instant at which bidders are no longer waited for: the auction's deadline less the time to cache bids, if it does, and to build the answer. */
export function fanOutDeadline(
  deadlineAtMs: number,
  { responseReserveMs, cacheExpectedMs }: Pick<TimeReserves, 'responseReserveMs' | 'cacheExpectedMs'>,
  caches: boolean,
): number {
  return deadlineAtMs - responseReserveMs - (caches ? cacheExpectedMs : 0);
}

/** The instant at which cache puts are no longer waited for: half of the response reserve is left to answer without their keys. */
export function putDeadline(
  deadlineAtMs: number,
  { responseReserveMs }: Pick<TimeReserves, 'responseReserveMs'>,
): number {
  return deadlineAtMs - responseReserveMs / 2;
}
