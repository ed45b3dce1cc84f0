/** Latencies in an HDR histogram: microseconds, three digits (package hdr-histogram-js). */
import { build } from 'hdr-histogram-js';

/** The longest latency that the histogram resolves: two minutes. */
const longestUs = 120_000_000;

/** The latencies of one run, in milliseconds from 0.001. */
export class LatencyHistogram {
  readonly #histogram = build({ highestTrackableValue: longestUs, numberOfSignificantValueDigits: 3 });

  /** Adds one latency. */
  record(ms: number): void {
    this.#histogram.recordValue(Math.min(longestUs, Math.max(1, Math.round(ms * 1000))));
  }

  /** The percentile (0..100) so far. */
  percentileMs(percentile: number): number {
    // A percentile is the top of its bucket, which may be above the highest value.
    return Math.min(this.#histogram.getValueAtPercentile(percentile), this.#histogram.maxValue) / 1000;
  }

  /** The highest so far, 0 for none. */
  get maxMs(): number {
    return this.#histogram.maxValue / 1000;
  }
}
