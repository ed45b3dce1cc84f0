/**
 * Measures goodput under overload. Goodput counts answers in time, each weighted by its share of the bytes of an answer without load,
 * so that an answer that lost its bids counts for little.
 */
import { alignColumns } from './align.ts';
import type { LoadReport } from './load/main.ts';
import { median, mediansOf } from './measure.ts';

/** The results of one load. */
export interface Goodput {
  readonly ratePerSecond: number;
  readonly goodputPerSecond: number;
  readonly refusedShare: number;
  readonly otherFaults: number;
  readonly late: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The goodput of a load whose answers have `wholeBytes` when the service is otherwise idle. */
export function goodputOf(report: LoadReport, ratePerSecond: number, wholeBytes: number): Goodput {
  const refused = report.errors['status 503'] ?? 0;
  const wholeShare = Math.min(1, report.bytesPerAnswer / wholeBytes);
  return {
    ratePerSecond,
    goodputPerSecond: ((report.answered - report.late) * wholeShare) / report.seconds,
    refusedShare: refused / Math.max(1, report.answered + report.failed),
    otherFaults: report.failed - refused,
    late: report.late,
    p50Ms: report.latencyMs.p50,
    p99Ms: report.latencyMs.p99,
  };
}

/** One load over all rounds: medians, but sums for faults and late answers. */
export interface LoadFigures extends Goodput {
  readonly name: string;
  readonly shareOfPeak: number;
}

/** The figures of the load `name` over all rounds; `peaks` holds the highest goodput of each round. */
export function figuresOf(name: string, ofRounds: readonly Goodput[], peaks: readonly number[]): LoadFigures {
  const shareOfPeak = median(ofRounds.map(({ goodputPerSecond }, round) => goodputPerSecond / peaks[round]!));
  return { name, shareOfPeak, ...mediansOf(ofRounds, ['otherFaults', 'late']) };
}

function row(one: LoadFigures): string[] {
  return [
    one.name,
    one.ratePerSecond.toFixed(0),
    one.goodputPerSecond.toFixed(0),
    `${(100 * one.shareOfPeak).toFixed(0)} %`,
    `${(100 * one.refusedShare).toFixed(0)} %`,
    String(one.otherFaults),
    String(one.late),
    one.p50Ms.toFixed(0),
    one.p99Ms.toFixed(0),
  ];
}

/** The figures as a table with one line per load. */
export function tableOf(loads: readonly LoadFigures[]): string {
  const head = ['', 'rate/s', 'goodput/s', 'of peak', 'refused', 'other faults', 'late', 'p50 ms', 'p99 ms'];
  return alignColumns([head, ...loads.map(row)]);
}
