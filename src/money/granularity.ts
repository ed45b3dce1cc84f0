/** Decides which price granularity a request asks for, and rejects an invalid one (spec 4.1.3, decisions 'Granularity'). */
import { isObject } from '../openrtb/json-object.ts';
import { formatUnits, toDecimal, unitsOf } from './decimal.ts';

/** Prices from `min` up to `max`, in steps of `increment` from `min`; one at `max` belongs to the next range, if there is one. */
export interface PriceRange {
  readonly min: number;
  readonly max: number;
  readonly increment: number;
  /** The decimals at which min, max and increment are whole numbers under 10^15 (`minUnits`, `maxUnits`, `incrementUnits`); -1: none. */
  readonly decimals: number;
  readonly minUnits: number;
  readonly maxUnits: number;
  readonly incrementUnits: number;
}

/** A checked price granularity: ranges in increasing order, `top` the text for prices over the last `max`. */
export interface Granularity {
  readonly precision: number;
  readonly top: string;
  readonly ranges: readonly PriceRange[];
}

type Step = readonly [max: number, increment: number];

/** 10^0 to 10^15: every price with up to 15 digits is a whole number of one of their inverses. */
export const powersOfTen: readonly number[] = Array.from({ length: 16 }, (_, n) => Number(`1e${n}`));

const medium: readonly Step[] = [[20, 0.1]];
const auto: readonly Step[] = [
  [5, 0.05],
  [10, 0.1],
  [20, 0.5],
];
const dense: readonly Step[] = [
  [3, 0.01],
  [8, 0.05],
  [20, 0.5],
];

/** The granularity where a request states none. */
export const mediumGranularity: Granularity = compileRanges(medium, 2);

const legacy: ReadonlyMap<string, Granularity> = new Map([
  ['low', compileRanges([[5, 0.5]], 2)],
  ['med', mediumGranularity],
  ['medium', mediumGranularity],
  ['high', compileRanges([[20, 0.01]], 2)],
  ['auto', compileRanges(auto, 2)],
  ['dense', compileRanges(dense, 2)],
]);

/**
 * Compiles a legacy word or `{precision, ranges: [{max, increment}]}`; absent or without ranges means medium.
 * `fault` is one sentence that starts with `path`.
 */
export function compileGranularity(spec: unknown, path = 'pricegranularity'): Granularity | { readonly fault: string } {
  if (spec === undefined || spec === null) return mediumGranularity;
  if (typeof spec === 'string') {
    const fault = `${path} must be one of ${[...legacy.keys()].join(', ')}, or an object with ranges`;
    return legacy.get(spec) ?? { fault };
  }
  if (!isObject(spec)) {
    return { fault: `${path} must be a word such as "medium", or an object with ranges` };
  }
  const given: { precision?: unknown; ranges?: unknown } = spec;
  const precision = given.precision ?? 2;
  if (!isNumber(precision) || !Number.isInteger(precision) || precision < 0 || precision > 15) {
    return { fault: `${path}.precision must be a whole number from 0 to 15` };
  }
  const ranges: unknown = given.ranges ?? [];
  if (!Array.isArray(ranges)) return { fault: `${path}.ranges must be an array of objects with max and increment` };
  const steps: Step[] = [];
  for (const [index, range] of ranges.entries()) {
    const step = readStep(range, `${path}.ranges[${index}]`, steps.at(-1)?.[0] ?? 0);
    if ('fault' in step) return step;
    steps.push(step);
  }
  return steps.length === 0 ? mediumGranularity : compileRanges(steps, precision);
}

function readStep(range: unknown, path: string, previousMax: number): Step | { readonly fault: string } {
  if (!isObject(range)) return { fault: `${path} must be an object with max and increment` };
  const { max, increment }: { max?: unknown; increment?: unknown } = range;
  if (!isNumber(max) || max <= previousMax) {
    return { fault: `${path}.max must be a number above ${previousMax}: list the ranges in increasing order of max` };
  }
  if (!isNumber(increment) || increment <= 0) return { fault: `${path}.increment must be a number above 0` };
  return [max, increment];
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function compileRanges(steps: readonly Step[], precision: number): Granularity {
  const ranges: PriceRange[] = [];
  let min = 0;
  for (const [max, increment] of steps) {
    const decimals = commonDecimals([min, max, increment], precision);
    const minUnits = decimals < 0 ? 0 : toUnits(min, decimals);
    const maxUnits = decimals < 0 ? 0 : toUnits(max, decimals);
    const incrementUnits = decimals < 0 ? 0 : toUnits(increment, decimals);
    ranges.push({ min, max, increment, decimals, minUnits, maxUnits, incrementUnits });
    min = max;
  }
  return { precision, top: formatUnits(String(unitsOf(toDecimal(min), -precision)), precision), ranges };
}

/** The decimals that make all `values` whole: `precision` if possible, because its text needs no truncation; -1 for none. */
function commonDecimals(values: readonly number[], precision: number): number {
  const fits = (decimals: number): boolean => values.every((value) => toUnits(value, decimals) >= 0);
  return fits(precision) ? precision : powersOfTen.findIndex((_, decimals) => fits(decimals));
}

/** `value` as a whole number under 10^15 of 10^-`decimals`, or -1 if it is not one. That few digits identify a single double. */
function toUnits(value: number, decimals: number): number {
  const power = powersOfTen[decimals] ?? 1;
  const units = Math.round(value * power);
  return units < 1e15 && units / power === value ? units : -1;
}
