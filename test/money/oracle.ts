/** Independent whole-number arithmetic for the tests of src/money: prices in units of 10^-400. Shares no code with it. */

const places = 400;
const unit = 10n ** BigInt(places);

/** A decimal text ("1.25", "5e-324") in units of 10^-400. */
function units(text: string): bigint {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(text);
  if (match === null) throw new Error(`not a decimal: ${text}`);
  const [, whole = '', fraction = '', power = '0'] = match;
  return BigInt(whole + fraction + '0'.repeat(places + Number(power) - fraction.length));
}

/** a × b × c ÷ d, half-even at 6 decimals, as text. */
export function oracleText(a: number, b: number, c: number, d: number): string {
  const numerator = units(String(a)) * units(String(b)) * units(String(c)) * 10n ** 6n;
  const denominator = units(String(d)) * unit * unit;
  let micros = numerator / denominator;
  const rest = numerator % denominator;
  if (rest * 2n > denominator || (rest * 2n === denominator && micros % 2n === 1n)) micros += 1n;
  const text = micros.toString().padStart(7, '0');
  return `${text.slice(0, -6)}.${text.slice(-6)}`;
}

/** To which end of its bucket a price is rounded. */
type Rounding = 'down' | 'up' | 'true';

/** The bucket of a price by the rules of the specification, with ranges as [max, increment] texts. */
export function oracleBucket(
  price: string,
  ranges: readonly (readonly [string, string])[],
  { precision, rounding = 'down' }: { precision: number; rounding?: Rounding },
): string {
  const value = units(price);
  let min = 0n;
  for (const [index, [max, increment]] of ranges.entries()) {
    if (value < units(max) || (value === units(max) && index === ranges.length - 1)) {
      const step = units(increment);
      let steps = (value - min) / step;
      if (rounding === 'up' && min + steps * step !== value) steps += 1n;
      if (rounding === 'true') steps = ((value - min) * 2n + step) / (step * 2n);
      const end = min + steps * step;
      return truncated(end > units(max) ? units(max) : end, precision);
    }
    min = units(max);
  }
  return truncated(min, precision);
}

function truncated(value: bigint, precision: number): string {
  const digits = (value / 10n ** BigInt(places - precision)).toString().padStart(precision + 1, '0');
  return precision === 0 ? digits : `${digits.slice(0, -precision)}.${digits.slice(-precision)}`;
}
