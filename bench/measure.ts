/**
 * Measures subjects in alternation, so that the machine's changing load affects all of them alike, and takes each figure's median.
 */
import { bidderLatencyMs } from './cases.ts';
import type { LoadReport } from './load/main.ts';
import { runLoad, type Subject } from './subjects.ts';
import { readCpu, readMemory } from './usage.ts';

/** One subject's figures in one run, or medians of several. CPU times are microseconds per auction, of all threads and of the main one. */
export interface Figures {
  readonly ratePerSecond: number;
  readonly cpuUs: number;
  readonly mainThreadUs: number;
  /** Latency beyond the bidders' own. */
  readonly addedP50Ms: number;
  readonly addedP99Ms: number;
  readonly addedP999Ms: number;
  readonly failed: number;
  readonly late: number;
  readonly residentBytes: number;
  readonly peakBytes: number;
  readonly loopDelayP99Ms: number;
  /** Share of a core that the load generator used: near 1, it was the bottleneck. */
  readonly loadCpuShare: number;
}

/** One run's figures of a named subject; `spectrumMs` are added latencies at load/tally.ts's `spectrumPercentiles`. */
interface Run extends Figures {
  readonly name: string;
  readonly spectrumMs: readonly number[];
}

/** What a subject cost in one round. */
export type Round = Pick<Figures, 'cpuUs' | 'mainThreadUs'>;

/** A subject's figures, medians of all rounds. */
export interface SubjectFigures extends Run {
  readonly rounds: readonly Round[];
}

/** A load: a concurrency or a rate per second, and its duration. Answers after more than `lateMs` count as late. */
export interface Load {
  readonly arrivals: { readonly concurrency: number } | { readonly ratePerSecond: number };
  readonly seconds: number;
  readonly lateMs: number;
  readonly bodiesFile: string;
}

/** One subject under one load; its figures are stored under `name`. */
export interface Trial {
  readonly name: string;
  readonly subject: Subject;
  readonly load: Load;
}

/** Sends one load to one subject; returns the load generator's report. */
export function sendLoad({ url }: Subject, { arrivals, seconds, lateMs, bodiesFile }: Load): Promise<LoadReport> {
  const how =
    'concurrency' in arrivals
      ? ['--concurrency', String(arrivals.concurrency)]
      : ['--rate', String(arrivals.ratePerSecond)];
  return runLoad(url, bodiesFile, [...how, '--seconds', String(seconds), '--late-ms', String(lateMs), '--quiet']);
}

/** Runs one load against one subject. */
export async function measure({ name, subject, load }: Trial): Promise<Run> {
  await subject.loopDelays();
  const before = readCpu(subject.pid);
  const report = await sendLoad(subject, load);
  const after = readCpu(subject.pid);
  const { p99Ms } = await subject.loopDelays();
  const memory = readMemory(subject.pid);
  const auctions = Math.max(1, report.answered + report.failed);
  return {
    name,
    ratePerSecond: report.ratePerSecond,
    cpuUs: (after.process - before.process) / auctions,
    mainThreadUs: (after.mainThread - before.mainThread) / auctions,
    addedP50Ms: report.latencyMs.p50 - bidderLatencyMs,
    addedP99Ms: report.latencyMs.p99 - bidderLatencyMs,
    addedP999Ms: report.latencyMs.p999 - bidderLatencyMs,
    failed: report.failed,
    late: report.late,
    residentBytes: memory.resident,
    peakBytes: memory.peak,
    loopDelayP99Ms: p99Ms,
    loadCpuShare: report.cpuShare,
    spectrumMs: report.spectrumMs.map((ms) => ms - bidderLatencyMs),
  };
}

/** The median of at least one number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Merges at least one record into one: the median of each number, the sum of those in `sums`, and the first record's other values. */
export function mediansOf<T extends object>(runs: readonly T[], sums: readonly (keyof T)[]): T {
  const members = Object.entries(runs[0]!).map(([name, first]) => {
    if (typeof first !== 'number') return [name, first];
    const values = runs.map((run) => run[name as keyof T] as number);
    return [name, sums.includes(name as keyof T) ? values.reduce((sum, one) => sum + one, 0) : median(values)];
  });
  return Object.fromEntries(members) as T;
}

function medianFigures(runs: readonly Run[]): SubjectFigures {
  const spectrumMs = runs[0]!.spectrumMs.map((_, at) => median(runs.map((run) => run.spectrumMs[at]!)));
  const rounds = runs.map(({ cpuUs, mainThreadUs }) => ({ cpuUs, mainThreadUs }));
  return { ...mediansOf(runs, ['failed', 'late']), spectrumMs, rounds };
}

/** Runs every trial `rounds` times, one after the other in every round, and reports each run. */
export async function measureInTurn(
  trials: readonly Trial[],
  rounds: number,
  tell: (text: string) => void,
): Promise<readonly SubjectFigures[]> {
  const runs = trials.map((): Run[] => []);
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, trial] of trials.entries()) {
      const figures = await measure(trial);
      runs[index]!.push(figures);
      const { ratePerSecond, cpuUs, addedP99Ms, failed } = figures;
      const rate = `${ratePerSecond.toFixed(0)}/s, ${cpuUs.toFixed(0)} µs, +p99 ${addedP99Ms.toFixed(1)} ms`;
      tell(`  round ${round} of ${rounds}, ${trial.name}: ${rate}${failed > 0 ? `, ${failed} FAILED` : ''}`);
    }
  }
  return runs.map(medianFigures);
}
