/**
 * What overload leaves of the service (`node bench/overload.ts`): the highest rate of a closed loop, then constant rates of one, two
 * and three times that. Goodput counts answers in time, each by the share of an unhurried answer's bytes that it holds: an answer
 * that lost its bids counts for little. `--seconds N` for each rate, `--set path=value` (repeatable) for the service.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { farmBidders, mainCase } from './cases.ts';
import { startFarm } from './farm/start.ts';
import type { LoadReport } from './load.ts';
import { makeLoad } from './run-case.ts';
import { runLoad, startService, writeConfig, type Subject } from './subjects.ts';

const multiples = [0.8, 1, 1.5, 2, 3] as const;
/** An answer of a service that has nothing else to do is measured at this many a time. */
const unhurried = 4;

/** One line of the result. */
interface Goodput {
  readonly ratePerSecond: number;
  readonly goodputPerSecond: number;
  readonly refused: number;
  readonly otherFaults: number;
  readonly late: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** How one service is loaded. */
interface Trial {
  readonly service: Subject;
  readonly bodiesFile: string;
  readonly lateMs: number;
  readonly seconds: number;
}

function load(
  { service, bodiesFile, lateMs }: Trial,
  arrivals: readonly string[],
  seconds: number,
): Promise<LoadReport> {
  const limits = ['--seconds', String(seconds), '--late-ms', String(lateMs), '--quiet'];
  return runLoad(service.url, bodiesFile, [...arrivals, ...limits]);
}

async function goodputAt(trial: Trial, ratePerSecond: number, wholeBytes: number): Promise<Goodput> {
  const report = await load(trial, ['--rate', String(ratePerSecond)], trial.seconds);
  const refused = report.errors['status 503'] ?? 0;
  const wholeShare = Math.min(1, report.bytesPerAnswer / wholeBytes);
  return {
    ratePerSecond,
    goodputPerSecond: ((report.answered - report.late) * wholeShare) / Math.max(report.seconds, trial.seconds),
    refused,
    otherFaults: report.failed - refused,
    late: report.late,
    p50Ms: report.latencyMs.p50,
    p99Ms: report.latencyMs.p99,
  };
}

function line({ ratePerSecond, goodputPerSecond, ...rest }: Goodput, peak: number): string {
  const { refused, otherFaults, late, p50Ms, p99Ms } = rest;
  const share = ((100 * goodputPerSecond) / peak).toFixed(0);
  return `| ${ratePerSecond} | ${goodputPerSecond.toFixed(0)} | ${share} % | ${refused} | ${otherFaults} | ${late} | ${p50Ms.toFixed(0)} | ${p99Ms.toFixed(0)} |`;
}

async function measureOverload(trial: Trial): Promise<string> {
  await load(trial, ['--concurrency', String(mainCase.concurrency)], 5); // warms it up
  const { bytesPerAnswer } = await load(trial, ['--concurrency', String(unhurried)], 2);
  const full = await load(trial, ['--concurrency', String(mainCase.concurrency)], trial.seconds);
  const highest = Math.floor(full.ratePerSecond);
  const results: Goodput[] = [];
  for (const multiple of multiples) {
    process.stderr.write(`${multiple} × ${highest} a second\n`);
    results.push(await goodputAt(trial, Math.floor(highest * multiple), bytesPerAnswer));
  }
  const peak = Math.max(...results.map(({ goodputPerSecond }) => goodputPerSecond));
  return [
    `closed loop: ${highest}/s, ${full.failed} failed`,
    '| rate/s | goodput/s | of peak | refused | other faults | late | p50 ms | p99 ms |',
    '|---|---|---|---|---|---|---|---|',
    ...results.map((one) => line(one, peak)),
  ].join('\n');
}

async function run(seconds: number, settings: readonly string[], dir: string): Promise<string> {
  const farm = await startFarm(farmBidders);
  try {
    const configFile = join(dir, 'service.yaml');
    writeConfig(configFile, farm.endpoints, dir);
    const service = await startService({ name: 'service', configFile, settings });
    const { bodiesFile, lateMs } = makeLoad(dir, mainCase, seconds);
    try {
      return await measureOverload({ service, bodiesFile, lateMs, seconds });
    } finally {
      await service.stop();
    }
  } finally {
    await farm.stop();
  }
}

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '8' }, set: { type: 'string', multiple: true, default: [] } },
});
const dir = mkdtempSync(join(tmpdir(), 'gavel-overload-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
try {
  process.stdout.write(`${await run(Number(values.seconds), values.set, dir)}\n`);
  process.exit(0);
} catch (error) {
  process.stderr.write(`overload: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
