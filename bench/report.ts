/**
 * Benchmark results for people (a table on the terminal) and for machines (a JSON file below bench/results).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { SubjectFigures } from './measure.ts';
import type { CaseResult } from './run-case.ts';
import type { SoakResult } from './soak.ts';

/** Everything one run found. `heldRates` are auctions a second by subject. */
export interface BenchResult {
  readonly cases: readonly CaseResult[];
  readonly heldRates: readonly { readonly name: string; readonly ratePerSecond: number }[];
  readonly soak: SoakResult | null;
}

const head = [
  'subject',
  'rate/s',
  'cpu µs',
  'x floor',
  'main µs',
  'x floor',
  '+p50 ms',
  '+p99',
  '+p99.9',
  'failed',
  'late',
  'rss MB',
];

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
    megabytes(figures.residentBytes),
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  ');
  return rows.map(line).join('\n');
}

function part(title: string, figures: readonly SubjectFigures[]): string[] {
  return figures.length === 0 ? [] : [title, table([head, ...figures.map((one) => row(one, figures[0]!))])];
}

function caseText(result: CaseResult): string {
  const bids = result.bidsPerAnswer === 0 ? '' : `, ${result.bidsPerAnswer.toFixed(1)} bids an answer`;
  return [
    ...part(`\n${result.name}${bids}: full`, result.full),
    ...part(`${result.name}: at ${result.halfRatePerSecond}/s`, result.half),
  ].join('\n');
}

function megabytes(bytes: number | undefined): string {
  return ((bytes ?? 0) / 1_048_576).toFixed(0);
}

function soakText({ load, memory, growth, passed }: SoakResult): string {
  const change = growth === null ? 'too short to judge' : `${(growth * 100).toFixed(1)} % after the first minute`;
  const { p50, p99, max } = load.latencyMs;
  return [
    `\nsoak: ${passed ? 'passed' : 'FAILED'} in ${load.seconds.toFixed(0)} s`,
    `  answered ${load.answered}, failed ${load.failed}, later than tmax + 50 ms ${load.late}`,
    `  latency ms p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)}`,
    `  rss ${megabytes(memory[0]?.resident)} MB at first, ${megabytes(memory.at(-1)?.resident)} MB at last, ${change}`,
  ].join('\n');
}

/** The result as text for a terminal. */
export function resultText(result: BenchResult): string {
  const held = result.heldRates.map(({ name, ratePerSecond }) => `  ${name} ${ratePerSecond}/s`);
  return [
    ...result.cases.map(caseText),
    ...(held.length === 0 ? [] : ['\nhighest rate held (no fault, added p99 under 10 ms)', ...held]),
    ...(result.soak ? [soakText(result.soak)] : []),
  ].join('\n');
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    }).trim();
  } catch {
    return ''; // not a checkout
  }
}

/** Writes the result, with the machine it is true of, as bench/results/auctions-<time>.json and gives the file's path. */
export function writeResult(result: BenchResult, when: Date): string {
  const dir = join(import.meta.dirname, 'results');
  mkdirSync(dir, { recursive: true });
  const file = join(dir, `auctions-${when.toISOString().replaceAll(/[:.]/g, '-')}.json`);
  const [loadAverage] = loadavg(); // well over the cores: others were busy, do not trust the figures
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: availableParallelism(), loadAverage };
  writeFileSync(`${file}.tmp`, `${JSON.stringify({ when, commit: commit(), machine, ...result }, null, 2)}\n`);
  renameSync(`${file}.tmp`, file);
  return file;
}
