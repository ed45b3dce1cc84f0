/**
 * Formats a run's results as text for the terminal.
 */
import { alignColumns } from './align.ts';
import { judge, type MainFigures } from './figures.ts';
import type { SubjectFigures } from './measure.ts';
import type { CaseResult } from './run-case.ts';
import type { HalfRateResult, HeldRate } from './run-latency.ts';
import type { MarginalResult } from './run-marginal.ts';
import type { SoakResult } from './soak.ts';
import { spreadText } from './spread.ts';
import { mebibytes } from './usage.ts';

/** Everything that one run measured. `farmCpuShare` is the share of a core that the bidders used on average. */
export interface BenchResult {
  readonly figures: MainFigures;
  readonly cases: readonly CaseResult[];
  readonly marginal: MarginalResult | null;
  readonly heldRates: readonly HeldRate[];
  readonly half: HalfRateResult | null;
  readonly soak: SoakResult | null;
  readonly farmCpuShare: number;
}

const head = ['', 'rate/s', 'cpu µs', '× floor', 'main µs', '× floor', '+p50 ms', '+p99', '+p99.9', 'failed', 'late'];
const ends = ['rss MiB', 'peak', 'loop p99 ms', 'load cpu'];

function row(figures: SubjectFigures, floor: SubjectFigures): string[] {
  return [
    figures.name,
    figures.ratePerSecond.toFixed(0),
    figures.cpuUs.toFixed(0),
    (figures.cpuUs / floor.cpuUs).toFixed(2),
    figures.mainThreadUs.toFixed(0),
    (figures.mainThreadUs / floor.mainThreadUs).toFixed(2),
    figures.addedP50Ms.toFixed(1),
    figures.addedP99Ms.toFixed(1),
    figures.addedP999Ms.toFixed(1),
    String(figures.failed),
    String(figures.late),
    mebibytes(figures.residentBytes).toFixed(0),
    mebibytes(figures.peakBytes).toFixed(0),
    figures.loopDelayP99Ms.toFixed(1),
    `${(figures.loadCpuShare * 100).toFixed(0)} %`,
  ];
}

/** The figures as a table; `floors` gives the floor that each is compared with. */
function part(title: string, figures: readonly SubjectFigures[], floors = figures.map(() => figures[0]!)): string {
  return `\n${title}\n${alignColumns([[...head, ...ends], ...figures.map((one, at) => row(one, floors[at]!))])}`;
}

function marginalText({ floorFew, floorMany, serviceFew, serviceMany }: MarginalResult): string {
  const floors = [floorFew, floorMany, floorFew, floorMany];
  return part('one more bidder', [floorFew, floorMany, serviceFew, serviceMany], floors);
}

function soakText({ load, memory, growth, passed }: SoakResult): string {
  const change = growth === null ? 'too short to judge' : `${(growth * 100).toFixed(1)} % after the first minute`;
  const { p50, p99, max } = load.latencyMs;
  const [first, last] = [memory[0], memory.at(-1)].map((sample) => mebibytes(sample?.resident ?? 0).toFixed(0));
  return [
    `\nsoak: ${passed ? 'passed' : 'FAILED'} in ${load.seconds.toFixed(0)} s`,
    `  answered ${load.answered}, failed ${load.failed}, later than tmax + 50 ms ${load.late}`,
    `  latency ms p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)}`,
    `  rss ${first} MiB at first, ${last} MiB at last, ${change}`,
  ].join('\n');
}

function verdictText(figures: MainFigures): string {
  const lines = judge(figures).flatMap(({ label, value, most, spread }) => {
    if (value === null) return [];
    const verdict = most === null ? '' : `, wanted at most ${most}: ${value <= most ? 'reached' : 'NOT reached'}`;
    const apart = spread === null ? '' : ` (${spreadText(spread)})`;
    return [`  ${label}: ${value.toFixed(2)}${apart}${verdict}`];
  });
  return lines.length === 0 ? '' : `\nmain case\n${lines.join('\n')}`;
}

/** The result as text for a terminal. */
export function resultText(result: BenchResult): string {
  const { cases, marginal, heldRates, half, soak, figures, farmCpuShare } = result;
  const held = heldRates.map(({ name, ratePerSecond }) => `  ${name} ${ratePerSecond}/s`);
  const parts = [
    ...cases.map((one) => part(`${one.name}: full, ${one.bidsPerAnswer.toFixed(1)} bids an answer`, one.full)),
    marginal ? marginalText(marginal) : '',
    held.length > 0 ? ['\nhighest rate held (no fault, added p99 under 10 ms)', ...held].join('\n') : '',
    half ? part(`at ${half.ratePerSecond}/s`, half.figures) : '',
    soak ? soakText(soak) : '',
    `\nthe farm used ${(farmCpuShare * 100).toFixed(0)} % of a core in the mean`,
    verdictText(figures),
  ];
  return parts.filter((text) => text !== '').join('\n');
}
