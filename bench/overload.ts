/**
 * What overload leaves of the service (`node bench/overload.ts`): in every round the highest rate, from a closed loop, then constant
 * rates of one, two and three times that; shown are medians over the rounds, since the machine has moods. Goodput counts answers in
 * time, each by the share of an unhurried answer's bytes that it holds: an answer that lost its bids counts for little.
 * `--rounds N`, `--seconds N` for each rate, `--set path=value` (repeatable) for the service.
 */
import { join } from 'node:path';
import { farmBidders, mainCase } from './cases.ts';
import { positiveNumber, runTool, wholeNumber } from './command.ts';
import { startFarm } from './farm/start.ts';
import { readFlags } from './flags.ts';
import type { LoadReport } from './load.ts';
import { median, mediansOf, sendLoad, type Load } from './measure.ts';
import { machineOf, writeJson } from './result-file.ts';
import { makeLoad } from './run-case.ts';
import { startService, writeConfig, type Subject } from './subjects.ts';

const multiples = [1, 2, 3] as const;
/** An answer of a service that has nothing else to do is measured at this many a time. */
const unhurried = 4;

const usage = {
  command: 'npm run bench:overload -- [flags]',
  about: 'Measures the goodput at once, twice and three times the highest rate.',
  flags: {
    rounds: {
      type: 'string',
      default: '5',
      value: 'N',
      says: 'how often each load is sent, of which the median counts (5)',
    },
    seconds: { type: 'string', default: '4', value: 'N', says: 'how long each time (4)' },
    set: {
      type: 'string',
      multiple: true,
      default: [] as string[],
      value: 'PATH=VALUE',
      says: 'a setting of the service; may be repeated',
    },
  },
} as const;

/** What came back of one load. */
interface Goodput {
  readonly ratePerSecond: number;
  readonly goodputPerSecond: number;
  readonly refusedShare: number;
  readonly otherFaults: number;
  readonly late: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** How one service is loaded. */
interface Trial {
  readonly service: Subject;
  /** The closed loop. */
  readonly load: Load;
}

function goodputOf(report: LoadReport, ratePerSecond: number, wholeBytes: number): Goodput {
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

/** One round: the closed loop, then each multiple of its rate. */
async function runRound({ service, load }: Trial, wholeBytes: number): Promise<Goodput[]> {
  const full = await sendLoad(service, load);
  const highest = Math.max(1, Math.floor(full.ratePerSecond));
  const results = [goodputOf(full, highest, wholeBytes)];
  for (const multiple of multiples) {
    const ratePerSecond = highest * multiple;
    const report = await sendLoad(service, { ...load, arrivals: { ratePerSecond } });
    results.push(goodputOf(report, ratePerSecond, wholeBytes));
  }
  process.stderr.write(`${results.map((one) => one.goodputPerSecond.toFixed(0)).join(' ')}\n`);
  return results;
}

/** One load over all rounds: medians, faults and late answers added up. */
interface LoadFigures extends Goodput {
  readonly name: string;
  readonly shareOfPeak: number;
}

function figuresOf(name: string, ofRounds: readonly Goodput[], peaks: readonly number[]): LoadFigures {
  const shareOfPeak = median(ofRounds.map(({ goodputPerSecond }, round) => goodputPerSecond / peaks[round]!));
  return { name, shareOfPeak, ...mediansOf(ofRounds, ['otherFaults', 'late']) };
}

function line(one: LoadFigures): string {
  const cells = [
    one.name,
    one.ratePerSecond.toFixed(0),
    one.goodputPerSecond.toFixed(0),
    `${(100 * one.shareOfPeak).toFixed(0)} %`,
    `${(100 * one.refusedShare).toFixed(0)} %`,
    one.otherFaults,
    one.late,
    one.p50Ms.toFixed(0),
    one.p99Ms.toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

async function measureOverload(trial: Trial, rounds: number): Promise<LoadFigures[]> {
  const { service, load } = trial;
  await sendLoad(service, { ...load, seconds: 5 }); // warms it up
  const { bytesPerAnswer } = await sendLoad(service, { ...load, arrivals: { concurrency: unhurried }, seconds: 2 });
  const results: Goodput[][] = [];
  for (let round = 0; round < rounds; round += 1) results.push(await runRound(trial, bytesPerAnswer));
  // What a round's closed loop and its highest rate give: beyond it nothing is to be won.
  const peaks = results.map(([closed, once]) => Math.max(closed!.goodputPerSecond, once!.goodputPerSecond));
  const names = ['closed loop', ...multiples.map((multiple) => `${multiple} ×`)];
  return names.map((name, index) =>
    figuresOf(
      name,
      results.map((round) => round[index]!),
      peaks,
    ),
  );
}

function tableOf(loads: readonly LoadFigures[]): string {
  return [
    '| load | rate/s | goodput/s | of peak | refused | other faults | late | p50 ms | p99 ms |',
    '|---|---|---|---|---|---|---|---|---|',
    ...loads.map(line),
  ].join('\n');
}

/** How long to measure what. */
interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly settings: readonly string[];
}

async function run({ rounds, seconds, settings }: Plan, dir: string): Promise<LoadFigures[]> {
  const farm = await startFarm(farmBidders);
  try {
    const configFile = join(dir, 'service.yaml');
    writeConfig(configFile, farm.endpoints, dir);
    const service = await startService({ name: 'service', configFile, settings });
    const load = makeLoad(dir, mainCase, seconds);
    try {
      return await measureOverload({ service, load }, rounds);
    } finally {
      await service.stop();
    }
  } finally {
    await farm.stop();
  }
}

await runTool('overload', async (dir) => {
  const { values } = readFlags(usage);
  const rounds = wholeNumber('rounds', values.rounds, [1, 1000]);
  const seconds = positiveNumber('seconds', values.seconds);
  const plan = { rounds, seconds, settings: values.set };
  const loads = await run(plan, dir);
  process.stdout.write(`${tableOf(loads)}\n`);
  process.stdout.write(`\n${writeJson('overload', new Date(), { machine: machineOf(), ...plan, loads })}\n`);
  return 0;
});
