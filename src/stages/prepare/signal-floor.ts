/** Decides which floor a bidder is told (implementations A 1.7, step 5; B 4: 'Lowest-of is for floors only'; B's noFloorSignalBidders). */
import type { AdjustmentStep } from '../../money/bid-adjustments.ts';
import type { RateOf } from '../../money/convert.ts';
import { add, convert, divide, fractionOf, toPriceUp } from '../../money/fraction.ts';
import type { Imp } from '../../openrtb/imp.ts';

/** What happens to a bid's price: times `factor`, converted, then each step (undefined for none). */
export interface PriceWay {
  readonly factor: number;
  readonly steps: readonly AdjustmentStep[] | undefined;
}

/** What one bidder is told. */
export interface SignalTerms {
  /** It is told no floor at all. */
  readonly isUntold: boolean;
  /** Those of its prices on this imp: one for each media type. */
  readonly ways: readonly PriceWay[];
  /** The ad server's currency, in which steps are made. */
  readonly cur: string;
  readonly rateOf: RateOf;
}

/** What stands in the imp of one bidder in place of its floor: the price that it must bid to reach it, whatever it bids with. Undefined: nothing. */
export function signalFloor({ bidfloor = 0, bidfloorcur }: Imp, terms: SignalTerms): Partial<Imp> | undefined {
  if (terms.isUntold) return { bidfloor: undefined, bidfloorcur: undefined } as unknown as Partial<Imp>;
  if (!(bidfloor > 0)) return undefined;
  const floorCur = (bidfloorcur || 'USD').toUpperCase();
  const told = Math.max(...terms.ways.map((way) => priceBefore(way, { value: bidfloor, floorCur }, terms)));
  return told === bidfloor || !(told < Infinity) ? undefined : { bidfloor: told };
}

/** The price that comes to `value` by this way; `value` itself where none is certain to. */
function priceBefore(
  { factor, steps = [] }: PriceWay,
  { value, floorCur }: { readonly value: number; readonly floorCur: string },
  { cur, rateOf }: SignalTerms,
): number {
  if (factor === 1 && steps.length === 0) return value;
  if (steps.length === 0) return toPriceUp(divide(fractionOf(value), fractionOf(factor)));
  const [there, back] = [rateOf(floorCur, cur), rateOf(cur, floorCur)];
  if (there === null || back === null) return value;
  let price = convert(fractionOf(value), there);
  for (const step of steps.toReversed()) {
    const rate = step.adjtype === 'cpm' ? rateOf(step.currency, cur) : null;
    if (step.adjtype === 'multiplier' && step.value > 0) price = divide(price, fractionOf(step.value));
    else if (rate !== null) price = add(price, convert(fractionOf(step.value), rate));
    else return value;
  }
  return toPriceUp(convert(divide(price, fractionOf(factor)), back));
}
