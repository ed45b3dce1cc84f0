/**
 * Measures subjects in alternation, so that the machine's moods meet all of them alike, and takes each figure's median.
 */
import { bidderLatencyMs } from './cases.ts';
import { runLoad, type Subject } from './subjects.ts';
import { readCpu, readMemory } from './usage.ts';

/** What one run, or the median of several, says of one subject. Per auction: microseconds of all threads and of the main one. */
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
}

/** A subject's figures by its name. */
export interface SubjectFigures extends Figures {
  readonly name: string;
}

/** Which load: a number at a time, or so many a second; for so long. Answers over `lateMs` are counted as late. */
export interface Load {
  readonly arrivals: { readonly concurrency: number } | { readonly ratePerSecond: number };
  readonly seconds: number;
  readonly lateMs: number;
  readonly bodiesFile: string;
}

/** Runs one load against one subject. */
export async function measure(subject: Subject, load: Load): Promise<Figures> {
  const { arrivals } = load;
  const how =
    'concurrency' in arrivals
      ? ['--concurrency', String(arrivals.concurrency)]
      : ['--rate', String(arrivals.ratePerSecond)];
  const limits = ['--seconds', String(load.seconds), '--late-ms', String(load.lateMs), '--quiet'];
  const before = readCpu(subject.pid);
  const report = await runLoad(subject.url, load.bodiesFile, [...how, ...limits]);
  const after = readCpu(subject.pid);
  const memory = readMemory(subject.pid);
  const auctions = Math.max(1, report.answered + report.failed);
  return {
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
  };
}

/** The median of at least one number. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The median of each figure; faults and late answers add up instead. */
/** The median of at least one number. */
export function medianFigures(runs: readonly Figures[]): Figures {
  const of = (name: keyof Figures): number => median(runs.map((run) => run[name]));
  const sum = (name: 'failed' | 'late'): number => runs.reduce((total, run) => total + run[name], 0);
  return {
    ratePerSecond: of('ratePerSecond'),
    cpuUs: of('cpuUs'),
    mainThreadUs: of('mainThreadUs'),
    addedP50Ms: of('addedP50Ms'),
    addedP99Ms: of('addedP99Ms'),
    addedP999Ms: of('addedP999Ms'),
    failed: sum('failed'),
    late: sum('late'),
    residentBytes: of('residentBytes'),
    peakBytes: of('peakBytes'),
  };
}

/** Runs the same load `rounds` times against each subject, one after the other in every round. */
export async function measureInTurn(
  subjects: readonly Subject[],
  load: Load,
  rounds: number,
): Promise<readonly SubjectFigures[]> {
  const runs = subjects.map((): Figures[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, subject] of subjects.entries()) runs[index]!.push(await measure(subject, load));
  }
  return subjects.map(({ name }, index) => ({ name, ...medianFigures(runs[index]!) }));
}
