/** Decides what an adjustment rule's steps amount to, independent of the price (implementations A 2.1, B 4, `bidadjustments`). */
import type { AdjustmentStep } from './bid-adjustments.ts';
import { noRate, type RateOf } from './convert.ts';
import { convert, fractionOf, multiply, subtract, type Fraction } from './fraction.ts';

/** The effect of the steps: price × `times` + `plus`, exactly; or why they cannot be applied. */
export type CompiledSteps =
  | { readonly times: Fraction; readonly plus: Fraction; readonly fault?: never }
  | { readonly fault: string };

const one = fractionOf(1);
const zero = fractionOf(0);

/** Compiles steps for prices in the currency `to`, once for all bids that share them: hostile ones have numbers of thousands of digits. */
export function compileSteps(steps: readonly AdjustmentStep[], to: string, rateOf: RateOf): CompiledSteps {
  let [times, plus] = [one, zero];
  for (const { adjtype, value, currency } of steps) {
    if (adjtype === 'multiplier') {
      const by = fractionOf(value);
      [times, plus] = [multiply(times, by), multiply(plus, by)];
      continue;
    }
    const rate = rateOf(currency, to);
    if (rate === null) return { fault: noRate(currency, to) };
    const amount = convert(fractionOf(value), rate);
    if (adjtype === 'cpm') plus = subtract(plus, amount);
    else [times, plus] = [zero, amount];
  }
  return { times, plus };
}
