/** Decides what the steps of a rule come to, whatever the price (implementations A 2.1, B 4, `bidadjustments`). */
import type { AdjustmentStep } from './bid-adjustments.ts';
import { noRate, type RateOf } from './convert.ts';
import { convert, fractionOf, multiply, subtract, type Fraction } from './fraction.ts';

/** What steps come to: the price × `times` + `plus`, exactly; or why they come to nothing. */
export type CompiledSteps =
  | { readonly times: Fraction; readonly plus: Fraction; readonly fault?: never }
  | { readonly fault: string };

const one = fractionOf(1);
const none = fractionOf(0);

/** Compiles steps for prices in the currency `to`, once for all bids that go through them: hostile ones have numbers of thousands of digits. */
export function compileSteps(steps: readonly AdjustmentStep[], to: string, rateOf: RateOf): CompiledSteps {
  let [times, plus] = [one, none];
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
    else [times, plus] = [none, amount];
  }
  return { times, plus };
}
