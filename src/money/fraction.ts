/** Decides how a price goes through several steps and is still rounded once (decisions, 'Price arithmetic'): as an exact fraction. */
import { divideHalfEven, toDecimal, type Ratio } from './decimal.ts';

/** `top` ÷ `bottom`, exactly; `bottom` is positive. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** The exact value of a finite number's shortest decimal text. */
export function fractionOf(value: number): Fraction {
  const { digits, exponent } = toDecimal(value);
  return exponent < 0
    ? { top: digits, bottom: 10n ** BigInt(-exponent) }
    : { top: digits * 10n ** BigInt(exponent), bottom: 1n };
}

/** `value` in the other currency. */
export function convert(value: Fraction, { times, over }: Ratio): Fraction {
  if (times === 1 && over === 1) return value;
  const { top, bottom } = fractionOf(over);
  return multiply(multiply(value, fractionOf(times)), { top: bottom, bottom: top });
}

/** `a` × `b`. */
export function multiply(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom };
}

/** `a` ÷ `b`, which is positive. */
export function divide(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom, bottom: a.bottom * b.top };
}

/** `a` + `b`. */
export function add(a: Fraction, b: Fraction): Fraction {
  if (a.bottom === b.bottom) return { top: a.top + b.top, bottom: a.bottom };
  return { top: a.top * b.bottom + b.top * a.bottom, bottom: a.bottom * b.bottom };
}

/** `a` − `b`, which may be below 0. */
export function subtract(a: Fraction, { top, bottom }: Fraction): Fraction {
  return add(a, { top: -top, bottom });
}

/** The price, half-even at 6 decimals; 0 for what is below 0, Infinity for what no number can hold. */
export function toPrice({ top, bottom }: Fraction): number {
  return top <= 0n ? 0 : Number(`${divideHalfEven(top * 1_000_000n, bottom)}e-6`);
}

/** The price, at least 0, rounded up at 6 decimals: what bids must reach is never told as less. Infinity for what no number can hold. */
export function toPriceUp({ top, bottom }: Fraction): number {
  return Number(`${(top * 1_000_000n + bottom - 1n) / bottom}e-6`);
}
