/**
 * Formats micro-benchmark results as a table for the terminal, and computes how the first hop grows with bidders.
 */
import { alignColumns } from '../align.ts';
import type { MicroResult } from './runner.ts';
import type { WorkloadSteps } from './steps.ts';

function row({ name, cpuUs, parseUs, perParse, spread, ratioToBaseline }: MicroResult): string[] {
  const base = ratioToBaseline === undefined ? [] : [`${ratioToBaseline.toFixed(3)}`];
  return [name, cpuUs.toFixed(2), `± ${(spread * 100).toFixed(0)} %`, perParse.toFixed(2), parseUs.toFixed(1), ...base];
}

/** One line per case: microseconds and their spread, the ratio to `JSON.parse` of the request, that parse, and the ratio to a baseline. */
export function microTable(results: readonly MicroResult[]): string {
  const hasBase = results.some((result) => result.ratioToBaseline !== undefined);
  const head = ['', 'cpu µs', 'spread', '× parse', 'parse µs', ...(hasBase ? ['× baseline'] : [])];
  return alignColumns([head, ...results.map(row)]);
}

/** The own microseconds per auction of every step that takes at least 0.1 µs, one column per workload. */
export function stepTable(workloads: readonly WorkloadSteps[]): string {
  const names = [...new Set(workloads.flatMap(({ steps }) => steps.map(({ name }) => name)))];
  const owns = names.map((name) => workloads.map(({ steps }) => steps.find((step) => step.name === name)?.ownUs ?? 0));
  const rows = names.flatMap((name, at) =>
    owns[at]!.some((ownUs) => ownUs >= 0.1) ? [[name, ...owns[at]!.map((ownUs) => ownUs.toFixed(1))]] : [],
  );
  const sums = workloads.map((_, column) => owns.reduce((sum, row) => sum + row[column]!, 0).toFixed(1));
  return alignColumns([
    ['own µs per auction', ...workloads.map(({ workload }) => workload)],
    ...rows,
    ['sum', ...sums],
  ]);
}

/** How much more thirty bidders cost than five. */
export interface Growth {
  readonly name: string;
  readonly ratio: number;
}

const prepares = [
  ['prepare, 30 plain bidders against 5', 'prepare 30 bidders', 'prepare 5 KB'],
  ['prepare, 30 real bidders against 5', 'prepare 30 real bidders', 'prepare 5 real bidders'],
] as const;
const shapings = [
  ['shaping, 30 plain bidders against 5', '30 bidders', '5 KB'],
  ['shaping, 30 real bidders against 5', '30 real', '5 real'],
] as const;

/** The cost of thirty bidders over that of five: for the whole first hop, and for its work per bidder (`askBidders`) alone. */
export function growthOfBidders(results: readonly MicroResult[], workloads: readonly WorkloadSteps[]): Growth[] {
  const cpuUs = (name: string): number => results.find((result) => result.name === name)?.cpuUs ?? NaN;
  const shapingUs = (name: string): number =>
    workloads.find(({ workload }) => workload === name)?.steps.find((step) => step.name === 'askBidders')?.wholeUs ??
    NaN;
  const ratios = [
    ...prepares.map(([name, many, few]) => ({ name, ratio: cpuUs(many) / cpuUs(few) })),
    ...shapings.map(([name, many, few]) => ({ name, ratio: shapingUs(many) / shapingUs(few) })),
  ];
  return ratios.filter(({ ratio }) => !Number.isNaN(ratio));
}
