/**
 * Measures goodput under overload (`npm run bench:overload`). Every round finds the highest rate with a closed loop, then sends one,
 * two and three times that rate. The result is the medians over the rounds, because single rounds depend on the machine's load.
 */
import { farmBidders, mainCase } from './cases.ts';
import { positiveNumber, runTool, tell, wholeNumber } from './command.ts';
import { startFarm } from './farm/start.ts';
import { readFlags } from './flags.ts';
import { figuresOf, goodputOf, tableOf, type Goodput, type LoadFigures } from './goodput.ts';
import { sendLoad, type Load } from './measure.ts';
import { writeJson } from './result-file.ts';
import { makeLoad } from './run-case.ts';
import { startService, writeConfig, type Subject } from './subjects.ts';

const multiples = [1, 2, 3] as const;
/** The concurrency at which the length of an answer without load is measured. */
const unhurried = 4;

const usage = {
  command: 'npm run bench:overload -- [flags]',
  about: 'Measures goodput at one, two and three times the maximum rate.',
  flags: {
    rounds: {
      type: 'string',
      default: '5',
      value: 'N',
      says: 'rounds per load; the median counts (5)',
    },
    seconds: { type: 'string', default: '4', value: 'N', says: 'seconds per measurement (4)' },
    set: {
      type: 'string',
      multiple: true,
      default: [] as string[],
      value: 'PATH=VALUE',
      says: 'a setting of the service; may be repeated',
    },
  },
} as const;

/** How one service is loaded. */
interface Trial {
  readonly service: Subject;
  /** The closed loop. */
  readonly load: Load;
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
  return results;
}

const names = ['closed loop', ...multiples.map((multiple) => `${multiple} ×`)];

async function measureOverload(trial: Trial, rounds: number): Promise<LoadFigures[]> {
  const { service, load } = trial;
  tell('warming up');
  await sendLoad(service, { ...load, seconds: 5 });
  const { bytesPerAnswer } = await sendLoad(service, { ...load, arrivals: { concurrency: unhurried }, seconds: 2 });
  const results: Goodput[][] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const loads = await runRound(trial, bytesPerAnswer);
    tell(
      `  round ${round} of ${rounds}: ${loads.map((one) => one.goodputPerSecond.toFixed(0)).join(', ')} a second in time`,
    );
    results.push(loads);
  }
  // A round's peak is the goodput of its closed loop, or of one times the rate if that is higher: the most that the service can do.
  const peaks = results.map(([closed, once]) => Math.max(closed!.goodputPerSecond, once!.goodputPerSecond));
  return names.map((name, index) =>
    figuresOf(
      name,
      results.map((round) => round[index]!),
      peaks,
    ),
  );
}

/** How long to measure what. */
interface Plan {
  readonly rounds: number;
  readonly seconds: number;
  readonly settings: readonly string[];
}

async function run({ rounds, seconds, settings }: Plan, dir: string): Promise<LoadFigures[]> {
  tell('starting the simulated bidders and the service');
  const farm = await startFarm(farmBidders);
  try {
    const configFile = writeConfig(dir, farm.endpoints);
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
  process.stdout.write(`\n${writeJson('overload', { ...plan, loads })}\n`);
  return 0;
});
