/** Decides which number stands for a decimal text with more digits than a number holds (decisions, 'Price arithmetic'). */

/** Different decimals of up to this many digits are always different numbers. */
const sureDigits = 15;

/**
 * The number for `text`, a JSON number, whose nearest number is `nearest`. Where `nearest` is a decimal of at most 15 digits and `text` is
 * not that decimal, this is the next number on the text's side; otherwise it is `nearest`. So the result is less or greater than every such
 * decimal exactly as the text is, and buckets and ties come out as the text says. A negative text, or one beyond the range of numbers,
 * keeps its nearest number.
 */
export function numberOfText(text: string, nearest: number): number {
  if (text.startsWith('-') || nearest === Infinity) return nearest;
  const short = scientific(String(nearest));
  if (short.digits.length > sureDigits) return nearest;
  const side = compare(scientific(text), short);
  return side === 0 ? nearest : neighbour(nearest, side);
}

/** Digits without zeros at either end and with the point after the first, × 10^`exponent`. */
interface Scientific {
  readonly digits: string;
  readonly exponent: number;
}

function scientific(text: string): Scientific {
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start++;
  let end = all.length;
  while (end > start && all[end - 1] === '0') end--;
  const exponent = start === end ? -Infinity : whole.length - start - 1 + Number(power);
  return { digits: all.slice(start, end), exponent };
}

function compare(one: Scientific, other: Scientific): -1 | 0 | 1 {
  if (one.exponent !== other.exponent) return one.exponent < other.exponent ? -1 : 1;
  if (one.digits === other.digits) return 0;
  // With equal exponents, digits order as text does.
  return one.digits < other.digits ? -1 : 1;
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The number next to a non-negative one, below or above it. */
function neighbour(number: number, side: -1 | 1): number {
  float[0] = number;
  bits[0] = bits[0]! + BigInt(side);
  return float[0];
}
