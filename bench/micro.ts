/**
 * `npm run bench:micro`: processor microseconds of each hop, stage, envelope and serializer on requests of 2, 5 and 33 KB.
 * `--only TEXT` takes the cases whose names hold it, `--quick` measures shortly, `--baseline DIR` times another checkout by turns.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { groupNames } from './micro/groups.ts';
import { growthOfBidders, microTable } from './micro/table.ts';
import { runGroup, type MicroResult } from './micro/runner.ts';
import { machineOf, writeJson } from './result-file.ts';

interface Plan {
  readonly roots: readonly string[];
  readonly only: string;
  readonly groups: readonly (typeof groupNames)[number][];
  readonly rounds: number;
  readonly ms: number;
}

const root = join(import.meta.dirname, '..');

function readPlan(): Plan {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      group: { type: 'string' },
      quick: { type: 'boolean', default: false },
      baseline: { type: 'string' },
    },
  });
  const groups = groupNames.filter((name) => values.group === undefined || name === values.group);
  if (groups.length === 0) throw new Error(`--group ${values.group} is not known: use ${groupNames.join(', ')}`);
  const roots = values.baseline === undefined ? [root] : [root, resolve(values.baseline)];
  return { roots, only: values.only, groups, ...(values.quick ? { rounds: 5, ms: 50 } : { rounds: 11, ms: 150 }) };
}

function showRound(group: string, round: number, rounds: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${group}: round ${round} of ${rounds}  `);
  if (process.stderr.isTTY && round === rounds) process.stderr.write('\n');
}

async function main(): Promise<void> {
  const { roots, only, groups, rounds, ms } = readPlan();
  const results: MicroResult[] = [];
  for (const group of groups) {
    const found = await runGroup({ group, roots, only, rounds, ms }, (round) => showRound(group, round, rounds));
    if (found.length > 0) process.stdout.write(`\n${group}\n${microTable(found)}\n`);
    results.push(...found);
  }
  if (results.length === 0) throw new Error(`--only ${only} names no case: give a part of a case's name`);
  const growth = growthOfBidders(results);
  for (const { name, ratio } of growth) process.stdout.write(`\n${name}: ${ratio.toFixed(2)} (wanted: under 4)`);
  const file = writeJson('micro', new Date(), { machine: machineOf(), growthOfBidders: growth, results });
  process.stdout.write(`\n\n${file}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`bench:micro: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
