/** Decides which floor a bidder is sent (implementations A 1.7, step 5; B 4: 'Lowest-of is for floors only'; B's noFloorSignalBidders). */
import type { CompiledSteps } from '../../money/adjustment-steps.ts';
import type { RateOf } from '../../money/convert.ts';
import { convert, divide, fractionOf, subtractUp, toPriceUp } from '../../money/fraction.ts';
import { floorCurrency, type Imp } from '../../openrtb/imp.ts';

/** How a bid's price changes: times `factor`, converted, then the steps (undefined for none). */
export interface PriceWay {
  readonly factor: number;
  readonly steps: CompiledSteps | undefined;
}

/** What the floor sent to one bidder depends on. */
interface SignalTerms {
  /** The bidder is sent no floor at all. */
  readonly isUntold: boolean;
  /** How its prices on this imp change: one way for each media type. */
  readonly ways: readonly PriceWay[];
  /** The ad server's currency, in which steps are applied. */
  readonly cur: string;
  readonly rateOf: RateOf;
}

/** What replaces the floor in one bidder's imp: the price that it must bid to reach the floor, with any media type. Undefined: nothing. */
export function signalFloor({ bidfloor = 0, bidfloorcur }: Imp, terms: SignalTerms): Partial<Imp> | undefined {
  if (terms.isUntold) return { bidfloor: undefined, bidfloorcur: undefined } as unknown as Partial<Imp>;
  if (!(bidfloor > 0)) return undefined;
  const floorCur = floorCurrency({ bidfloorcur });
  const told = Math.max(...terms.ways.map((way) => priceBefore(way, { value: bidfloor, floorCur }, terms)));
  return told === bidfloor || !(told < Infinity) ? undefined : { bidfloor: told };
}

/** The price that becomes `value` this way; `value` itself where no price is certain to. */
function priceBefore(
  { factor, steps }: PriceWay,
  { value, floorCur }: { readonly value: number; readonly floorCur: string },
  { cur, rateOf }: SignalTerms,
): number {
  if (steps === undefined) return factor === 1 ? value : toPriceUp(divide(fractionOf(value), fractionOf(factor)));
  const [there, back] = [rateOf(floorCur, cur), rateOf(cur, floorCur)];
  if (there === null || back === null || steps.fault !== undefined || steps.times.top === 0n) return value;
  const converted = divide(subtractUp(convert(fractionOf(value), there), steps.plus), steps.times);
  return toPriceUp(convert(divide(converted, fractionOf(factor)), back));
}
