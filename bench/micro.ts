/**
 * `npm run bench:micro`: CPU microseconds of each hop, stage, envelope and serializer on requests of 2, 5 and 33 KB, for this
 * checkout alone or alternating with another.
 */
import { join } from 'node:path';
import { baselineFlags, findBaseline } from './checkout.ts';
import { runTool, tell } from './command.ts';
import { readFlags } from './flags.ts';
import { groupNames, type GroupName } from './micro/groups.ts';
import { runGroup, runSteps, type MicroResult } from './micro/runner.ts';
import { growthOfBidders, microTable, stepTable } from './micro/table.ts';
import type { WorkloadSteps } from './micro/steps.ts';
import { writeJson } from './result-file.ts';

interface Plan {
  readonly roots: readonly string[];
  readonly only: string;
  readonly groups: readonly GroupName[];
  /** Whether the steps are timed where they run. */
  readonly steps: boolean;
  readonly rounds: number;
  readonly ms: number;
}

const root = join(import.meta.dirname, '..');

const usage = {
  command: 'npm run bench:micro -- [flags]',
  about: 'Measures the CPU time of each hop, stage, envelope and serializer on its own.',
  flags: {
    group: { type: 'string', value: 'NAME', says: `only one group: ${groupNames.join(', ')}, steps` },
    only: { type: 'string', default: '', value: 'TEXT', says: 'only cases whose name contains this text' },
    quick: { type: 'boolean', default: false, says: 'quick look: fewer and shorter rounds' },
    ...baselineFlags,
  },
} as const;

function readPlan(): Plan {
  const { values } = readFlags(usage);
  const groups = groupNames.filter((name) => values.group === undefined || name === values.group);
  const steps = values.only === '' && (values.group ?? 'steps') === 'steps';
  if (groups.length === 0 && values.group !== 'steps') {
    throw new Error(`--group ${values.group} is not known: use ${groupNames.join(', ')}, steps`);
  }
  if (groups.length === 0 && !steps) throw new Error('--only takes cases, and steps are none: leave it out');
  const base = findBaseline(values)?.dir;
  const roots = base === undefined ? [root] : [root, base];
  return {
    roots,
    only: values.only,
    groups,
    steps,
    ...(values.quick ? { rounds: 11, ms: 20 } : { rounds: 41, ms: 40 }),
  };
}

function showRound(group: string, round: number, rounds: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${group}: round ${round} of ${rounds}  `);
  if (process.stderr.isTTY && round === rounds) process.stderr.write('\n');
}

/** Within a shorter time the hops are not fully compiled. */
const leastStepsMs = 2000;

async function timeSteps([own = '', base]: readonly string[], ms: number): Promise<WorkloadSteps[]> {
  const steps = await runSteps(own, ms);
  process.stdout.write(`\nsteps where they run\n${stepTable(steps)}\n`);
  if (base !== undefined) process.stdout.write(`\nsteps of the baseline\n${stepTable(await runSteps(base, ms))}\n`);
  return steps;
}

await runTool('micro', async () => {
  const { roots, only, groups, steps, rounds, ms } = readPlan();
  const results: MicroResult[] = [];
  for (const group of groups) {
    // A group takes seconds, so announce it before its first round, also where lines cannot be overwritten, as in a log.
    tell(`${group} ...`);
    const found = await runGroup({ group, roots, only, rounds, ms }, (round) => showRound(group, round, rounds));
    if (found.length > 0) process.stdout.write(`\n${group}\n${microTable(found)}\n`);
    results.push(...found);
  }
  if (steps) tell('steps ...');
  const stepTimes = steps ? await timeSteps(roots, Math.max(leastStepsMs, rounds * ms)) : [];
  if (results.length === 0 && !steps) throw new Error(`--only ${only} names no case: give a part of a case's name`);
  const growth = growthOfBidders(results, stepTimes);
  for (const { name, ratio } of growth) process.stdout.write(`\n${name}: ${ratio.toFixed(2)} (wanted: under 4)`);
  const file = writeJson('micro', { growthOfBidders: growth, results, stepTimes });
  process.stdout.write(`\n\n${file}\n`);
  return 0;
});
