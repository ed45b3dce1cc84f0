/** Decides which floor a bidder is told (implementations A 1.7, step 5; B 4: 'Lowest-of is for floors only'; B's noFloorSignalBidders). */
import { divideUp } from '../../money/decimal.ts';
import type { Imp } from '../../openrtb/imp.ts';

/** What one bidder is told: `factor` is that of its prices on this imp, the lowest where they differ by media type. */
export interface SignalTerms {
  readonly factor: number;
  /** It is told no floor at all. */
  readonly isUntold: boolean;
}

/** What stands in the imp of one bidder in place of its floor: the price that it must bid to reach it. Undefined: nothing. */
export function signalFloor({ bidfloor = 0 }: Imp, { factor, isUntold }: SignalTerms): Partial<Imp> | undefined {
  if (isUntold) return { bidfloor: undefined, bidfloorcur: undefined } as unknown as Partial<Imp>;
  if (!(bidfloor > 0) || factor === 1) return undefined;
  const told = divideUp(bidfloor, factor);
  return told < Infinity ? { bidfloor: told } : undefined;
}
