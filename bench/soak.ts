/**
 * The soak test of issue 2: 20,000 auctions, 64 at a time, one bidder always slow. It passes if there is no error, no answer later than
 * tmax plus 50 ms, and steady resident memory after the first minute.
 */
import { soakCase } from './cases.ts';
import type { LoadReport } from './load/main.ts';
import { makeLoad } from './run-case.ts';
import { runLoad, type Subject } from './subjects.ts';
import { watchMemory, type MemorySample } from './usage.ts';

/** The soak's result; `growth` is the rise of memory after the first minute (0.02 = 2 %), null if the run was too short to tell. */
export interface SoakResult {
  readonly load: LoadReport;
  readonly memory: readonly MemorySample[];
  readonly growth: number | null;
  readonly passed: boolean;
}

const settledSeconds = 60;
/** With fewer samples than this after the first minute, growth is unknown. */
const leastSamples = 12;
const steadyGrowth = 0.1;

function mean(samples: readonly MemorySample[]): number {
  return samples.reduce((sum, sample) => sum + sample.resident, 0) / samples.length;
}

/** How far the mean of the last third exceeds the mean of the first third, after the first minute; null for too few samples. */
function growthOf(samples: readonly MemorySample[]): number | null {
  const settled = samples.filter((sample) => sample.seconds >= settledSeconds);
  if (settled.length < leastSamples) return null;
  const third = Math.floor(settled.length / 3);
  return mean(settled.slice(-third)) / mean(settled.slice(0, third)) - 1;
}

/** Runs the soak against a fresh service; `requests` is 20,000 in a full run. */
export async function runSoak(subject: Subject, dir: string, requests: number): Promise<SoakResult> {
  const { bodiesFile, lateMs } = makeLoad(dir, soakCase, 0);
  const memoryOf = watchMemory(subject.pid);
  const args = [
    '--concurrency',
    String(soakCase.concurrency),
    '--requests',
    String(requests),
    '--late-ms',
    String(lateMs),
  ];
  // Real clients are not in lockstep: the first 64 are spread over one tmax, and stay so.
  const load = await runLoad(subject.url, bodiesFile, [...args, '--ramp-ms', String(soakCase.shape.tmaxMs)]);
  const memory = memoryOf();
  const growth = growthOf(memory);
  const steady = growth === null || growth <= steadyGrowth;
  return { load, memory, growth, passed: steady && load.failed === 0 && load.late === 0 && load.answered === requests };
}
