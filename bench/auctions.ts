/**
 * The load benchmark (`npm run bench`): floor and service, workers on and off, measured in alternation on loopback; then the soak.
 * `--only main,growth,held,soak` chooses parts, `--quick` shortens them, `--baseline DIR` measures another checkout beside this
 * one, `--floor-only` leaves the service out.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { farmBidders, growthCases, mainCase } from './cases.ts';
import { startFarm } from './farm/start.ts';
import { resultText, writeResult, type BenchResult } from './report.ts';
import { findHeldRate, makeLoad, runCase, type Bench, type CaseResult } from './run-case.ts';
import { runSoak, type SoakResult } from './soak.ts';
import { startService, writeConfig, type Subject } from './subjects.ts';

const partNames = ['main', 'growth', 'held', 'soak'] as const;
type Part = (typeof partNames)[number];

/** What the command line asks for. */
interface Plan {
  readonly parts: ReadonlySet<Part>;
  readonly quick: boolean;
  readonly floorOnly: boolean;
  readonly baseline: string | undefined;
}

function readPlan(): Plan {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: partNames.join(',') },
      quick: { type: 'boolean', default: false },
      baseline: { type: 'string' },
      'floor-only': { type: 'boolean', default: false },
    },
  });
  const asked = values.only.split(',');
  const unknown = asked.find((name) => !partNames.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`--only ${unknown} is not known: use ${partNames.join(', ')}`);
  const parts = new Set(partNames.filter((part) => asked.includes(part)));
  return { parts, quick: values.quick, floorOnly: values['floor-only'], baseline: values.baseline };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function startServices(plan: Plan, configFile: string): Promise<Subject[]> {
  if (plan.floorOnly) return [];
  const services = [
    await startService({ name: 'service', configFile, settings: [] }),
    await startService({ name: 'workers=0', configFile, settings: ['workers=0'] }),
  ];
  if (plan.baseline === undefined) return services;
  const { baseline: dir } = plan;
  return [...services, await startService({ name: 'baseline', configFile, settings: [], dir })];
}

async function runCases(plan: Plan, bench: Bench): Promise<CaseResult[]> {
  const cases: CaseResult[] = [];
  if (plan.parts.has('main') || plan.parts.has('held')) {
    say(`case: ${mainCase.name}`);
    cases.push(await runCase(bench, mainCase, true));
  }
  if (!plan.parts.has('growth')) return cases;
  for (const one of growthCases) {
    say(`case: ${one.name}`);
    cases.push(await runCase({ ...bench, rounds: 1 }, one, false));
  }
  return cases;
}

async function findHeldRates(bench: Bench, main: CaseResult): Promise<BenchResult['heldRates']> {
  const load = makeLoad(bench.dir, mainCase, bench.seconds);
  const held: { name: string; ratePerSecond: number }[] = [];
  for (const service of bench.services) {
    say(`highest rate: ${service.name}`);
    const full = main.full.find((figures) => figures.name === service.name)?.ratePerSecond ?? 0;
    held.push({ name: service.name, ratePerSecond: await findHeldRate(service, load, full) });
  }
  return held;
}

async function soak(plan: Plan, configFile: string, dir: string): Promise<SoakResult | null> {
  if (!plan.parts.has('soak') || plan.floorOnly) return null;
  say('soak: 64 auctions at a time, one bidder always slow');
  const service = await startService({ name: 'service', configFile, settings: [] });
  try {
    return await runSoak(service, dir, plan.quick ? 1000 : 20_000);
  } finally {
    await service.stop();
  }
}

async function run(plan: Plan, dir: string): Promise<BenchResult> {
  const farm = await startFarm(farmBidders);
  try {
    const configFile = join(dir, 'service.yaml');
    writeConfig(configFile, farm.endpoints, dir);
    const services = await startServices(plan, configFile);
    const pace = plan.quick ? { rounds: 1, seconds: 2 } : { rounds: 3, seconds: 4 };
    const bench: Bench = { dir, endpoints: farm.endpoints, services, ...pace };
    const cases = await runCases(plan, bench);
    const heldRates = plan.parts.has('held') && cases[0] ? await findHeldRates(bench, cases[0]) : [];
    for (const service of services) await service.stop();
    return { cases, heldRates, soak: await soak(plan, configFile, dir) };
  } finally {
    await farm.stop();
  }
}

const dir = mkdtempSync(join(tmpdir(), 'gavel-bench-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
try {
  const result = await run(readPlan(), dir);
  process.stdout.write(`${resultText(result)}\n\n${writeResult(result, new Date())}\n`);
  process.exit(result.soak && !result.soak.passed ? 1 : 0);
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
