/**
 * Decides how prices are computed (decisions, 'Price arithmetic'): a number stands for its shortest decimal text and results are exact.
 * Those texts order and compare exactly as the numbers do, so prices are compared with `<` and `===`.
 */

/** `digits` × 10^`exponent`, exactly. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** A multiplier as a fraction, so that dividing by a rate stays exact: × `times` ÷ `over`, both positive and finite. */
export interface Ratio {
  readonly times: number;
  readonly over: number;
}

/** The exact value of a finite number's shortest decimal text; at most 17 digits and an exponent from -324 to 308. */
export function toDecimal(value: number): Decimal {
  const text = String(value);
  const e = text.indexOf('e');
  const mantissa = e < 0 ? text : text.slice(0, e);
  const exponent = e < 0 ? 0 : Number(text.slice(e + 1));
  const point = mantissa.indexOf('.');
  if (point < 0) return { digits: BigInt(mantissa), exponent };
  const decimals = mantissa.length - point - 1;
  return { digits: BigInt(mantissa.slice(0, point) + mantissa.slice(point + 1)), exponent: exponent - decimals };
}

/** `decimal` as a whole number of 10^`exponent`, with finer digits truncated towards zero. */
export function unitsOf(decimal: Decimal, exponent: number): bigint {
  const shift = decimal.exponent - exponent;
  return shift >= 0 ? decimal.digits * 10n ** BigInt(shift) : decimal.digits / 10n ** BigInt(-shift);
}

/** Text of a whole number of 10^-`decimals`, given as its decimal digits: ("150", 2) is "1.50". */
export function formatUnits(digits: string, decimals: number): string {
  if (decimals === 0) return digits;
  const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, '0');
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

/**
 * `price` × `factor` × `ratio`, rounded half-even to 6 decimals: `price` is at least 0, `factor` is positive, both are finite. A result
 * beyond the range of numbers is Infinity; one below half of 0.000001 is 0. Extreme inputs still cost only microseconds.
 */
export function multiplyPrice(price: number, factor: number, ratio: Ratio): number {
  if (price === 0) return 0;
  if (isOrdinary(price) && isOrdinary(factor) && isOrdinary(ratio.times) && isOrdinary(ratio.over)) {
    const micros = ((price * factor * ratio.times) / ratio.over) * 1e6;
    const floor = Math.floor(micros);
    const rest = micros - floor;
    // Four inputs and four operations are each off by at most one part in 2^53: together less than one in 2^49.
    // Only a value that may be a tie within that error needs exact arithmetic; from 2^48 on every value may be.
    if (Math.abs(rest - 0.5) > micros * 2 ** -49) return (rest > 0.5 ? floor + 1 : floor) / 1e6;
  }
  return multiplyExactly(price, factor, ratio);
}

/** Far from the ends of the number range, where the error bound above does not hold. */
function isOrdinary(value: number): boolean {
  return value >= 1e-9 && value <= 1e9;
}

function multiplyExactly(price: number, factor: number, ratio: Ratio): number {
  const parts = [toDecimal(price), toDecimal(factor), toDecimal(ratio.times)];
  const divisor = toDecimal(ratio.over);
  const exponent = parts.reduce((sum, part) => sum + part.exponent, 6 - divisor.exponent);
  const product = parts.reduce((digits, part) => digits * part.digits, 1n);
  const numerator = exponent > 0 ? product * 10n ** BigInt(exponent) : product;
  const denominator = exponent < 0 ? divisor.digits * 10n ** BigInt(-exponent) : divisor.digits;
  const micros = divideHalfEven(numerator, denominator);
  return Number(`${micros}e-6`);
}

/** `numerator` ÷ `denominator`, rounded half-even to a whole number; `numerator` is at least 0, `denominator` is positive. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = 2n * (numerator - quotient * denominator);
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}
