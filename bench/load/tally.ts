/**
 * Counts the load generator's results: answers, faults, late answers and latencies.
 */
import { LatencyHistogram } from './latency-histogram.ts';

/** Percentiles in milliseconds. */
export interface Latencies {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** The percentiles of a spectrum. */
export const spectrumPercentiles = [0, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.99] as const;

/** A finished count; `errors` counts each kind of fault, `late` the answers that took longer than the limit;
 * `spectrumMs` are the latencies at `spectrumPercentiles`. */
export interface TallyReport {
  readonly answered: number;
  readonly failed: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly late: number;
  readonly latencyMs: Latencies;
  readonly spectrumMs: readonly number[];
  readonly bytesPerAnswer: number;
}

/** Counts one run. An answer is a reply with status 200; it is late after more than `lateMs`. */
export class Tally {
  answered = 0;
  failed = 0;
  private readonly lateMs: number;
  private readonly errors = new Map<string, number>();
  private readonly histogram = new LatencyHistogram();
  private late = 0;
  private bytes = 0;

  constructor(lateMs: number) {
    this.lateMs = lateMs;
  }

  /** Counts one reply: its status (0 = no reply), its body's length, and the time since its request was due. */
  record(status: number, bodyBytes: number, elapsedMs: number): void {
    if (status !== 200) {
      this.fail(status === 0 ? 'no whole reply' : `status ${status}`);
      return;
    }
    this.answered += 1;
    this.bytes += bodyBytes;
    if (elapsedMs > this.lateMs) this.late += 1;
    this.histogram.record(elapsedMs);
  }

  /** Counts one request that got no answer. */
  fail(why: string): void {
    this.failed += 1;
    this.errors.set(why, (this.errors.get(why) ?? 0) + 1);
  }

  /** The percentile (0..100) of the latencies so far, in milliseconds. */
  percentileMs(percentile: number): number {
    return this.histogram.percentileMs(percentile);
  }

  /** The count so far. */
  report(): TallyReport {
    return {
      answered: this.answered,
      failed: this.failed,
      errors: Object.fromEntries(this.errors),
      late: this.late,
      latencyMs: {
        p50: this.percentileMs(50),
        p90: this.percentileMs(90),
        p99: this.percentileMs(99),
        p999: this.percentileMs(99.9),
        max: this.histogram.maxMs,
      },
      spectrumMs: spectrumPercentiles.map((percentile) => this.percentileMs(percentile)),
      bytesPerAnswer: this.answered === 0 ? 0 : Math.round(this.bytes / this.answered),
    };
  }
}
