/** Decides how a price goes through several steps but is rounded only once (decisions, 'Price arithmetic'): as an exact fraction. */
import { divideHalfEven, toDecimal, type Ratio } from './decimal.ts';

/** `top` ÷ `bottom` × 10^`exponent`, exactly; `bottom` is positive. The separate exponent keeps tiny and huge values short. */
export interface Fraction {
  readonly top: bigint;
  readonly bottom: bigint;
  readonly exponent: number;
}

/** The exact value of a finite number's shortest decimal text. */
export function fractionOf(value: number): Fraction {
  const { digits, exponent } = toDecimal(value);
  return { top: digits, bottom: 1n, exponent };
}

/** `value` converted to the other currency. */
export function convert(value: Fraction, { times, over }: Ratio): Fraction {
  const timed = times === 1 ? value : multiply(value, fractionOf(times));
  return over === 1 ? timed : divide(timed, fractionOf(over));
}

/** `a` × `b`. */
export function multiply(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom, exponent: a.exponent + b.exponent };
}

/** `a` ÷ `b`, which is positive. */
export function divide(a: Fraction, b: Fraction): Fraction {
  return { top: a.top * b.bottom, bottom: a.bottom * b.top, exponent: a.exponent - b.exponent };
}

/** `a` + `b`. */
export function add(a: Fraction, b: Fraction): Fraction {
  if (b.top === 0n) return a;
  const exponent = Math.min(a.exponent, b.exponent);
  const [one, other] = [topAt(a, exponent), topAt(b, exponent)];
  if (a.bottom === b.bottom) return { top: one + other, bottom: a.bottom, exponent };
  return { top: one * b.bottom + other * a.bottom, bottom: a.bottom * b.bottom, exponent };
}

/** `a` − `b`, which may be below 0. */
export function subtract(a: Fraction, b: Fraction): Fraction {
  return add(a, { ...b, top: -b.top });
}

/** `a` − `b`, where `a` is at least 0 and `b` at most 0: rounded up after more digits than any price has, however far apart the two are. */
export function subtractUp(a: Fraction, b: Fraction): Fraction {
  if (b.top === 0n) return a;
  const least = Math.max(sizeOf(a), sizeOf(b)) - mostDigits;
  return subtract(cut(a, least), cut(b, least));
}

/** `value`, rounded away from 0 after more digits than any price has. */
export function shortened(value: Fraction): Fraction {
  return cut(value, sizeOf(value) - mostDigits);
}

/** The price, rounded half-even to 6 decimals; 0 for a value below 0, Infinity for one beyond the range of numbers. */
export function toPrice(value: Fraction): number {
  if (value.top <= 0n || sizeOf(value) < leastSize) return 0;
  return sizeOf(value) > mostSize ? Infinity : Number(`${divideHalfEven(...microsOf(value))}e-6`);
}

/**
 * The price, at least 0, rounded up to 6 decimals, so that a floor is never understated. Infinity for a value beyond the range of numbers.
 */
export function toPriceUp(value: Fraction): number {
  if (value.top === 0n) return 0;
  if (sizeOf(value) < leastSize) return 0.000001;
  if (sizeOf(value) > mostSize) return Infinity;
  const [top, bottom] = microsOf(value);
  return Number(`${(top + bottom - 1n) / bottom}e-6`);
}

const mostDigits = 400;
/** Powers of ten beyond which there is no price; `sizeOf` is off by less than three. */
const [leastSize, mostSize] = [-12, 312];

/** The value's approximate power of ten. */
function sizeOf({ top, bottom, exponent }: Fraction): number {
  return top === 0n ? -Infinity : lengthOf(top) - lengthOf(bottom) + exponent;
}

/** The approximate number of digits of a whole number. */
function lengthOf(whole: bigint): number {
  const length = Math.log10(Math.abs(Number(whole)));
  return length < Infinity ? length : whole.toString(16).length * Math.log10(16);
}

/** Rounds the digits below 10^`least` away from 0. */
function cut(value: Fraction, least: number): Fraction {
  const { top, bottom } = value;
  const exponent = Math.floor(least + lengthOf(bottom));
  const digits = exponent - value.exponent;
  if (top === 0n || !(digits > 0)) return value;
  const unit = top < 0n ? -1n : 1n;
  if (digits > lengthOf(top) + 3) return { top: unit, bottom, exponent };
  const tens = 10n ** BigInt(digits);
  const whole = top / tens;
  return { top: whole * tens === top ? whole : whole + unit, bottom, exponent };
}

function topAt({ top, exponent }: Fraction, wanted: number): bigint {
  return exponent === wanted ? top : top * 10n ** BigInt(exponent - wanted);
}

/** The value in millionths, as a fraction without an exponent. */
function microsOf({ top, bottom, exponent }: Fraction): [top: bigint, bottom: bigint] {
  const shift = exponent + 6;
  return shift >= 0 ? [top * 10n ** BigInt(shift), bottom] : [top, bottom * 10n ** BigInt(-shift)];
}
