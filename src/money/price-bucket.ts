/**
 * Decides which bucket a price falls into (spec 4.1.3, decisions 'Granularity'): the price is rounded down, exactly, in steps from the
 * range's lower end; or up, or to the nearer end, where a host configures it (implementations A 2.3, B 3, 'bid rounding').
 */
import { formatUnits, toDecimal, unitsOf } from './decimal.ts';
import { powersOfTen, type Granularity, type PriceRange } from './granularity.ts';

/**
 * The end of its bucket to which a price is rounded; `true` is the nearer end, up from the middle. The upper end never exceeds the range's.
 */
export type Rounding = 'down' | 'up' | 'true';

/** The rounding as settings state it; `timesplit`: up in some auctions, down in others. */
export type BidRounding = Rounding | 'timesplit';

/**
 * The rounding of one auction: `timesplit` is up for half of all `seed`s (hexadecimal digits) and down for the other half. Both
 * implementations choose at random for each bid; here all bids of an auction round the same way, so that no bid's key exceeds that of a
 * better bid.
 */
export function roundingOf(setting: BidRounding | undefined, seed: string): Rounding {
  if (setting !== 'timesplit') return setting ?? 'down';
  return Number.parseInt(seed.slice(-1), 16) % 2 === 1 ? 'up' : 'down';
}

/** The bucket of `price` as text with the granularity's precision ("1.50"); a price that is not above 0 counts as 0. */
export function priceBucket(price: number, granularity: Granularity, rounding: Rounding = 'down'): string {
  const { precision, top, ranges } = granularity;
  const positive = price > 0 ? price : 0;
  const range = findRange(positive, ranges);
  if (range === undefined) return top;
  if (range.decimals < 0) return exactBucket(positive, range, { precision, rounding });
  const lower = bucketUnits(positive, range);
  const units = rounding === 'down' ? lower : roundedUnits(positive, lower, { range, rounding });
  if (units < 0) return exactBucket(positive, range, { precision, rounding });
  if (range.decimals <= precision) return formatUnits(units + '0'.repeat(precision - range.decimals), precision);
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

/** The end to which `price` is rounded in the bucket that starts at `lower`, in the range's units; -1 when a double cannot tell. */
function roundedUnits(
  price: number,
  lower: number,
  { range, rounding }: { readonly range: PriceRange; readonly rounding: Rounding },
): number {
  const { decimals, maxUnits, incrementUnits } = range;
  const power = powersOfTen[decimals] ?? 1;
  if (price === lower / power) return lower;
  const upper = Math.min(lower + incrementUnits, maxUnits);
  if (rounding === 'up') return upper;
  // The middle has one digit more than the ends: if that is still at most 15, the nearest double compares as the decimals do.
  const middle = lower * 10 + incrementUnits * 5;
  if (middle >= 1e15) return -1;
  return price >= middle / (power * 10) ? upper : lower;
}

/** The bucket in a range with more digits than a double can represent. */
function exactBucket(
  price: number,
  range: PriceRange,
  { precision, rounding }: { readonly precision: number; readonly rounding: Rounding },
): string {
  const [cost, min, max] = [toDecimal(price), toDecimal(range.min), toDecimal(range.max)];
  const increment = toDecimal(range.increment);
  const exponent = Math.min(cost.exponent, min.exponent, max.exponent, increment.exponent, -precision);
  const start = unitsOf(min, exponent);
  const end = unitsOf(max, exponent);
  const step = unitsOf(increment, exponent);
  const above = (unitsOf(cost, exponent) - start) % step;
  const lower = unitsOf(cost, exponent) - above;
  const isUp = rounding === 'up' ? above > 0n : rounding === 'true' && 2n * above >= step;
  const upper = lower + step > end ? end : lower + step;
  const bucket = isUp ? upper : lower;
  return formatUnits(String(unitsOf({ digits: bucket, exponent }, -precision)), precision);
}
