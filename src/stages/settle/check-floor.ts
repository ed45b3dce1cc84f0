/** Decides whether a bid reaches the floor of its imp (Prebid Server, 'Floor Enforcement'; implementations A 2.1, B 9 'Floors'). */
import type { ContextFloor } from '../../auction/context.ts';
import { shownCurrency, type RateOf } from '../../money/convert.ts';
import { multiplyPrice } from '../../money/decimal.ts';

/** What a bid is worth: `price` in `cur`, after all that changes prices. */
export interface BidWorth {
  readonly price: number;
  readonly cur: string;
  readonly rateOf: RateOf;
}

/** What keeps a bid from its floor: `isUnpriced`: no rate tells whether it reaches it. Otherwise `text` follows the bid's name. */
export interface FloorFault {
  readonly isUnpriced: boolean;
  readonly text: string;
}

/** Why a bid does not reach its floor, undefined when it does. */
export function checkFloor({ price, cur, rateOf }: BidWorth, floor: ContextFloor): FloorFault | undefined {
  const rate = rateOf(cur, floor.cur);
  if (rate === null) {
    const pair = `${shownCurrency(cur)} to ${shownCurrency(floor.cur)}`;
    return { isUnpriced: true, text: `no rate to convert from ${pair}, the currency of an imp's floor` };
  }
  const worth = cur === floor.cur ? price : multiplyPrice(price, 1, rate);
  if (worth >= floor.value) return undefined;
  return {
    isUnpriced: false,
    text: `is worth ${worth} ${shownCurrency(floor.cur)}, below the floor of ${floor.value}`,
  };
}
