/** Decides which number stands for a decimal text with more digits than a number keeps (decisions, 'Price arithmetic'). */

/** The longest decimal that is sure to differ, as a number, from every other of its length. */
const sureDigits = 15;

/**
 * The number for `text`, a JSON number, whose nearest number is `nearest`: the nearest, or its neighbour on the side of the text
 * where the nearest is a decimal of at most 15 digits that the text is not. So it is less than, or greater than, every such
 * decimal as the text is, and buckets and ties come out as the text says. What is not above 0, or is infinite, stays.
 */
export function numberOfText(text: string, nearest: number): number {
  if (text.startsWith('-') || nearest === Infinity) return nearest;
  const short = scientific(String(nearest));
  if (short.digits.length > sureDigits) return nearest;
  const side = compare(scientific(text), short);
  return side === 0 ? nearest : neighbour(nearest, side);
}

/** Digits without zeros at either end, the first of them before the point, × 10^`exponent`. */
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
  // With the same first place, digits order as text does.
  return one.digits < other.digits ? -1 : 1;
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The next number below or above one that is not negative. */
function neighbour(number: number, side: -1 | 1): number {
  float[0] = number;
  bits[0] = bits[0]! + BigInt(side);
  return float[0];
}
