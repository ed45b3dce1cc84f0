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
  readonly loopDelayP99Ms: number;
  /** Share of a core that the load generator used: near 1, it was the bottleneck. */
  readonly loadCpuShare: number;
}

/** A subject's figures by its name; `spectrumMs` are added latencies at tally.ts's `spectrumPercentiles`. */
export interface SubjectFigures extends Figures {
  readonly name: string;
  readonly spectrumMs: readonly number[];
}

/** Which load: a number at a time, or so many a second; for so long. Answers over `lateMs` are counted as late. */
export interface Load {
  readonly arrivals: { readonly concurrency: number } | { readonly ratePerSecond: number };
  readonly seconds: number;
  readonly lateMs: number;
  readonly bodiesFile: string;
}

/** One subject under one load; `name` is how its figures are called. */
export interface Trial {
  readonly name: string;
  readonly subject: Subject;
  readonly load: Load;
}

/** Runs one load against one subject. */
export async function measure({ name, subject, load }: Trial): Promise<SubjectFigures> {
  const { arrivals } = load;
  const how =
    'concurrency' in arrivals
      ? ['--concurrency', String(arrivals.concurrency)]
      : ['--rate', String(arrivals.ratePerSecond)];
  const limits = ['--seconds', String(load.seconds), '--late-ms', String(load.lateMs), '--quiet'];
  await subject.loopDelays();
  const before = readCpu(subject.pid);
  const report = await runLoad(subject.url, load.bodiesFile, [...how, ...limits]);
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

/** The median of each figure; faults and late answers add up instead. */
function medianFigures(runs: readonly SubjectFigures[]): SubjectFigures {
  const [first] = runs;
  const of = (name: keyof Figures): number => median(runs.map((run) => run[name]));
  const sum = (name: 'failed' | 'late'): number => runs.reduce((total, run) => total + run[name], 0);
  return {
    name: first!.name,
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
    loopDelayP99Ms: of('loopDelayP99Ms'),
    loadCpuShare: of('loadCpuShare'),
    spectrumMs: first!.spectrumMs.map((_, at) => median(runs.map((run) => run.spectrumMs[at]!))),
  };
}

/** Runs every trial `rounds` times, one after the other in every round; each run is told of. */
export async function measureInTurn(
  trials: readonly Trial[],
  rounds: number,
  tell: (text: string) => void,
): Promise<readonly SubjectFigures[]> {
  const runs = trials.map((): SubjectFigures[] => []);
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
