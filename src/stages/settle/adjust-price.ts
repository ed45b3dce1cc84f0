/** Decides what a bid costs in the ad server's currency (decisions, 'Price arithmetic'; implementations A 2.1, B 4, `bidadjustments`). */
import type { CompiledSteps } from '../../money/adjustment-steps.ts';
import { noRate, sameCurrency, shownCurrency, type Rate } from '../../money/convert.ts';
import { multiplyPrice } from '../../money/decimal.ts';
import { add, convert, fractionOf, multiply, toPrice } from '../../money/fraction.ts';

/** What one bidder's prices go through: `rate` converts `from` to `to`, null when there is none. */
interface PriceTerms {
  readonly from: string;
  readonly to: string;
  readonly rate: Rate | null;
  /** Applied to the price after the conversion; undefined for nothing. */
  readonly adjustment?: Adjustment | undefined;
}

/** The steps applied to a price, and whether its bid has a deal. */
export interface Adjustment {
  readonly steps: CompiledSteps;
  readonly hasDeal: boolean;
}

/** The price of a bid without a deal whose steps leave nothing (implementation A 2.1). */
const leastPrice = 0.1;

/** The price, or one sentence about why there is none. */
type AdjustedPrice = { readonly price: number; readonly fault?: never } | { readonly fault: string };

/**
 * The bidder's `price` × `factor`, converted, then adjusted by steps, half-even at 6 decimals; the same number when nothing changes it. A
 * small price may become 0, but after steps only where the bid has a deal. A price that is negative or not finite is a fault; so are a
 * result beyond the range of numbers and a step's currency without a rate.
 */
export function adjustPrice(price: number, factor: number, terms: PriceTerms): AdjustedPrice {
  const { rate, adjustment } = terms;
  if (rate === null) return { fault: noRate(terms.from, terms.to) };
  if (!(price >= 0 && price < Infinity)) return { fault: `price ${price} is not a usable price` };
  if (adjustment !== undefined) return adjustBySteps(price, factor, { rate, to: terms.to, adjustment });
  if (factor === 1 && rate === sameCurrency) return { price };
  const adjusted = multiplyPrice(price, factor, rate);
  return adjusted === Infinity ? tooLarge(price, terms.to) : { price: adjusted };
}

interface StepTerms {
  readonly rate: Rate;
  readonly to: string;
  readonly adjustment: Adjustment;
}

/** Rounds once, after the last step. */
function adjustBySteps(price: number, factor: number, { rate, to, adjustment }: StepTerms): AdjustedPrice {
  const { steps, hasDeal } = adjustment;
  if (steps.fault !== undefined) return steps;
  const converted = convert(multiply(fractionOf(price), fractionOf(factor)), rate);
  const adjusted = toPrice(add(multiply(converted, steps.times), steps.plus));
  if (adjusted === Infinity) return tooLarge(price, to);
  return { price: adjusted === 0 && !hasDeal ? leastPrice : adjusted };
}

function tooLarge(price: number, to: string): AdjustedPrice {
  return { fault: `price ${price} is too large to convert to ${shownCurrency(to)}` };
}
