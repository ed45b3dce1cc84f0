/** Decides which bucket a price falls into (spec 4.1.3, decisions 'Granularity'): rounded down from the range's lower end, exactly. */
import { formatUnits, toDecimal, unitsOf } from './decimal.ts';
import { powersOfTen, type Granularity, type PriceRange } from './granularity.ts';

/** The bucket of `price` as text with the granularity's precision ("1.50"); a price that is not above 0 counts as 0. */
export function priceBucket(price: number, granularity: Granularity): string {
  const { precision, top, ranges } = granularity;
  const positive = price > 0 ? price : 0;
  const range = findRange(positive, ranges);
  if (range === undefined) return top;
  if (range.decimals < 0) return exactBucket(positive, range, precision);
  const units = bucketUnits(positive, range);
  if (range.decimals === precision) return formatUnits(String(units), precision);
  if (range.decimals < precision) return formatUnits(units + '0'.repeat(precision - range.decimals), precision);
  const finer = powersOfTen[range.decimals - precision] ?? 1;
  return formatUnits(String((units - (units % finer)) / finer), precision);
}

function findRange(price: number, ranges: readonly PriceRange[]): PriceRange | undefined {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (price < ranges[middle]!.max) high = middle;
    else low = middle + 1;
  }
  const last = ranges.at(-1);
  return ranges[low] ?? (price === last?.max ? last : undefined);
}

/** The bucket's lower end in the range's units. */
function bucketUnits(price: number, range: PriceRange): number {
  const { min, increment, minUnits, incrementUnits } = range;
  const power = powersOfTen[range.decimals] ?? 1;
  // With units under 10^15 the float quotient is less than one step off. A bucket's lower end has at most 15 digits,
  // so the double nearest to it compares with the price as the decimals themselves do.
  const units = minUnits + Math.floor((price - min) / increment) * incrementUnits;
  if (price < units / power) return units - incrementUnits;
  return price >= (units + incrementUnits) / power ? units + incrementUnits : units;
}

/** The same for ranges of more digits than a double can count. */
function exactBucket(price: number, range: PriceRange, precision: number): string {
  const [cost, min, increment] = [toDecimal(price), toDecimal(range.min), toDecimal(range.increment)];
  const exponent = Math.min(cost.exponent, min.exponent, increment.exponent, -precision);
  const lower = unitsOf(min, exponent);
  const step = unitsOf(increment, exponent);
  const bucket = lower + ((unitsOf(cost, exponent) - lower) / step) * step;
  return formatUnits(String(unitsOf({ digits: bucket, exponent }, -precision)), precision);
}
