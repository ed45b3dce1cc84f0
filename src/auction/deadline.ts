/**
 * The time arithmetic of an auction (decisions, `tmax`): how long it may take, how long it waits for bidders, and the `tmax` that bidders
 * are sent. Every instant is in milliseconds on the clock that stamped the arrival.
 */

/** The host's bounds of `tmax`, in milliseconds. The configuration guarantees min ≤ default ≤ max. */
export interface TmaxBounds {
  readonly tmaxDefaultMs: number;
  readonly tmaxMinMs: number;
  readonly tmaxMaxMs: number;
}

/** Time that the auction reserves: for the network to the bidder and back, for building the answer, for cache puts. */
export interface TimeReserves {
  readonly networkReserveMs: number;
  readonly responseReserveMs: number;
  /** For auctions that cache bids. */
  readonly cacheExpectedMs: number;
}

/** The request's `tmax`, or the default if it is absent or 0 (implementation A 3), clamped to the host's bounds, in milliseconds. */
export function clampTmax(tmax: number | null, bounds: TmaxBounds): number {
  const wanted = tmax === null || tmax === 0 ? bounds.tmaxDefaultMs : tmax;
  return Math.min(Math.max(wanted, bounds.tmaxMinMs), bounds.tmaxMaxMs);
}

/**
 * The `tmax` for bidders: whole milliseconds of `leftMs` (until the auction's deadline) minus the reserves, never below 0. The first hop
 * subtracts the time for caching, since only it knows whether the auction caches.
 */
export function bidderTmaxMs(
  leftMs: number,
  { networkReserveMs, responseReserveMs }: Pick<TimeReserves, 'networkReserveMs' | 'responseReserveMs'>,
): number {
  return Math.max(0, Math.floor(leftMs - networkReserveMs - responseReserveMs));
}

/** When the auction stops waiting for bidders: its deadline less the time to build the answer and, if it `caches`, to cache bids. */
export function fanOutDeadline(
  deadlineAtMs: number,
  { responseReserveMs, cacheExpectedMs }: Pick<TimeReserves, 'responseReserveMs' | 'cacheExpectedMs'>,
  caches: boolean,
): number {
  return deadlineAtMs - responseReserveMs - (caches ? cacheExpectedMs : 0);
}

/** When the auction stops waiting for cache puts: half of the response reserve is left to answer without their keys. */
export function putDeadline(
  deadlineAtMs: number,
  { responseReserveMs }: Pick<TimeReserves, 'responseReserveMs'>,
): number {
  return deadlineAtMs - responseReserveMs / 2;
}
