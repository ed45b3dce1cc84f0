/**
 * Measures combinations of processes and threads (`npm run bench:sizes`): the same closed loop against each in turn. These are the
 * figures behind the rule of `auto` (src/config/sizes.ts).
 */
import { alignColumns } from './align.ts';
import { farmBidders, mainCase } from './cases.ts';
import { positiveNumber, runTool, tell, wholeNumber } from './command.ts';
import { startFarm } from './farm/start.ts';
import { readFlags } from './flags.ts';
import { mediansOf, sendLoad, type Load } from './measure.ts';
import { writeJson } from './result-file.ts';
import { makeLoad } from './run-case.ts';
import { startService, writeConfig, type Subject } from './subjects.ts';
import { familyBytes, familyCpuUs, mebibytes } from './usage.ts';

const usual = '1x0,1x1,2x0,2x1,4x0,8x0';
const warmUpRuns = 3;

const usage = {
  command: 'npm run bench:sizes -- [flags]',
  about: 'Measures the gain from processes and threads: the same closed loop against each combination in turn.',
  flags: {
    of: { type: 'string', default: usual, value: '1x0,2x1', says: `processes × workers to measure (${usual})` },
    rounds: {
      type: 'string',
      default: '3',
      value: 'N',
      says: 'rounds per measurement; the median counts (3)',
    },
    seconds: { type: 'string', default: '5', value: 'N', says: 'seconds per measurement (5)' },
  },
} as const;

/** The figures of one combination under load, in one round or as medians of all rounds. */
interface SizeFigures {
  readonly size: string;
  readonly ratePerSecond: number;
  /** CPU time per auction in microseconds, of all processes and threads. */
  readonly cpuUs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failed: number;
  readonly residentBytes: number;
}

function settingsOf(size: string): string[] {
  const [, processes, workers] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  if (processes === undefined) throw new Error(`--of ${size} is not valid: give processes x workers, such as 2x0`);
  return [`processes=${processes}`, `workers=${workers}`];
}

async function run(service: Subject, size: string, load: Load): Promise<SizeFigures> {
  const before = familyCpuUs(service.pid);
  const { ratePerSecond, answered, failed, latencyMs } = await sendLoad(service, load);
  return {
    size,
    ratePerSecond,
    cpuUs: (familyCpuUs(service.pid) - before) / Math.max(1, answered + failed),
    p50Ms: latencyMs.p50,
    p99Ms: latencyMs.p99,
    failed,
    residentBytes: familyBytes(service.pid),
  };
}

/** Measures one size alone, because even idle processes take memory and caches. */
async function measureSize(size: string, configFile: string, { load, rounds }: { load: Load; rounds: number }) {
  const service = await startService({ name: size, configFile, settings: settingsOf(size) });
  try {
    const runs: SizeFigures[] = [];
    for (let at = 0; at < warmUpRuns + rounds; at += 1) {
      const one = await run(service, size, load);
      tell(`  ${at < warmUpRuns ? 'warm-up' : 'round'}: ${one.cpuUs.toFixed(0)} µs`);
      if (at >= warmUpRuns) runs.push(one);
    }
    return mediansOf(runs, ['failed']);
  } finally {
    await service.stop();
  }
}

function tableOf(sizes: readonly SizeFigures[]): string {
  const rows = sizes.map((one) => [
    one.size,
    one.ratePerSecond.toFixed(0),
    one.cpuUs.toFixed(0),
    one.p50Ms.toFixed(0),
    one.p99Ms.toFixed(0),
    String(one.failed),
    mebibytes(one.residentBytes).toFixed(0),
  ]);
  return alignColumns([['processes x workers', 'rate/s', 'cpu µs', 'p50 ms', 'p99 ms', 'failed', 'rss MiB'], ...rows]);
}

async function main(dir: string): Promise<void> {
  const { values } = readFlags(usage);
  const asked = values.of.split(',');
  // Each size takes about a minute, so reject an invalid one before the first.
  asked.forEach(settingsOf);
  const seconds = positiveNumber('seconds', values.seconds);
  const rounds = wholeNumber('rounds', values.rounds, [1, 1000]);
  const farm = await startFarm(farmBidders);
  try {
    const configFile = writeConfig(dir, farm.endpoints);
    const how = { load: makeLoad(dir, mainCase, seconds), rounds };
    const sizes: SizeFigures[] = [];
    for (const size of asked) {
      tell(`${size} ...`);
      sizes.push(await measureSize(size, configFile, how));
    }
    process.stdout.write(`${tableOf(sizes)}\n`);
    process.stdout.write(`${writeJson('sizes', { sizes })}\n`);
  } finally {
    await farm.stop();
  }
}

await runTool('sizes', async (dir) => {
  await main(dir);
  return 0;
});
