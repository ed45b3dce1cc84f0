/**
 * Scales of the charts: the place of each value, and the values to label on the axis.
 */

/** An axis: `at` gives a value's place in pixels, `ticks` are the values to label. */
export interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** A span in pixels; `from` may be above `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const steps = [1, 2, 2.5, 5, 10];

/** A linear axis from 0 to a round number of at least `most`, with about five ticks. */
export function linearScale(most: number, { from, to }: Span): Scale {
  const wanted = Math.max(most, Number.MIN_VALUE) / 5;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = (steps.find((one) => one * power >= wanted) ?? 10) * power;
  const count = Math.ceil(most / step - 1e-9) || 1;
  const end = count * step;
  return {
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
    at: (value) => from + ((to - from) * value) / end,
  };
}

/** An axis with the given values at even distances; other values are interpolated. */
export function stepScale(values: readonly number[], { from, to }: Span): Scale {
  const last = Math.max(1, values.length - 1);
  return {
    ticks: values,
    at: (value) => {
      const next = values.findIndex((one) => one >= value);
      if (next <= 0) return from;
      const [low, high] = [values[next - 1]!, values[next]!];
      return from + ((to - from) * (next - 1 + (value - low) / (high - low))) / last;
    },
  };
}

/** A logarithmic axis over positive values, with a tick at each power of ten and at 2 and 5 times it. */
export function logScale(least: number, most: number, { from, to }: Span): Scale {
  const low = Math.log10(least);
  const high = Math.max(low + 0.1, Math.log10(most));
  const ticks: number[] = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power += 1) {
    for (const digit of [1, 2, 5]) {
      const value = digit * 10 ** power;
      if (value >= least * 0.999 && value <= most * 1.001) ticks.push(value);
    }
  }
  return { ticks, at: (value) => from + ((to - from) * (Math.log10(Math.max(value, least)) - low)) / (high - low) };
}
