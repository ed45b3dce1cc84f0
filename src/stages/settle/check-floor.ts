/** Decides whether a bid reaches the floor of its imp (Prebid Server, 'Floor Enforcement'; implementations A 2.1, B 9 'Floors'). */
import type { ContextFloor } from '../../auction/context-imp.ts';
import { shownCurrency, type RateOf } from '../../money/convert.ts';
import { multiplyPrice } from '../../money/decimal.ts';

/** What a bid is worth: `price` in `cur`, after everything that changes prices. */
export interface BidWorth {
  readonly price: number;
  readonly cur: string;
  readonly rateOf: RateOf;
}

/** Why a bid does not reach its floor. `isUnpriced`: no rate tells whether it does; otherwise `text` follows the bid's name. */
interface FloorFault {
  readonly isUnpriced: boolean;
  readonly text: string;
}

/**
 * Why a bid does not reach its floor; undefined when it does. The floor is converted and rounded as prices are, so that a bid of exactly
 * the floor, in the floor's own currency, does not fall below it on the way.
 */
export function checkFloor({ price, cur, rateOf }: BidWorth, floor: ContextFloor): FloorFault | undefined {
  const rate = rateOf(floor.cur, cur);
  if (rate === null) {
    const text = `no rate to convert from ${shownCurrency(floor.cur)}, the currency of an imp's floor, to ${shownCurrency(cur)}`;
    return { isUnpriced: true, text };
  }
  const least = cur === floor.cur ? floor.value : multiplyPrice(floor.value, 1, rate);
  if (price >= least) return undefined;
  const shown = `${floor.value} ${shownCurrency(floor.cur)}`;
  return { isUnpriced: false, text: `is worth ${price} ${shownCurrency(cur)}, below the floor of ${shown}` };
}
