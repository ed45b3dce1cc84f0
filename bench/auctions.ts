/**
 * The load benchmark (`npm run bench`): floor and service, measured in alternation on loopback, and the soak. Prints tables, and
 * writes JSON and a page below bench/results.
 */
import { availableParallelism } from 'node:os';
import { farmBidders, growthCases, mainCase } from './cases.ts';
import { runTool, tell } from './command.ts';
import { startFarm, type RunningFarm } from './farm/start.ts';
import { figuresOf, serviceNames } from './figures.ts';
import { pageOf } from './page/page.ts';
import { readPlan, type Plan } from './plan.ts';
import { resultText, type BenchResult } from './report.ts';
import { runFacts, writeBeside, writeJson } from './result-file.ts';
import { runCase, type Bench, type CaseResult } from './run-case.ts';
import { findHeldRate, runHalfRate, type HalfRateResult, type HeldRate } from './run-latency.ts';
import { runMarginal } from './run-marginal.ts';
import { runSoak, type SoakResult } from './soak.ts';
import { startService, writeConfig, type ServiceSettings, type Subject } from './subjects.ts';
import { readCpu } from './usage.ts';

/** The services of a run: the usual one first, the baseline last. */
async function startServices(plan: Plan, given: Pick<ServiceSettings, 'configFile' | 'caFile'>): Promise<Subject[]> {
  const threads = Math.max(1, availableParallelism() - 1);
  const services = [
    await startService({ ...given, name: serviceNames.usual, settings: [] }),
    await startService({ ...given, name: serviceNames.pool, settings: [`workers=${threads}`] }),
    await startService({ ...given, name: serviceNames.inline, settings: ['workers=0'] }),
  ];
  if (plan.baseline === undefined) return services;
  return [...services, await startService({ ...given, ...plan.baseline, settings: [] })];
}

/** The held rates of the usual service and of the baseline, and latencies at half the usual service's rate. */
async function runLatency(
  bench: Bench,
  services: readonly Subject[],
  main: CaseResult,
): Promise<{ heldRates: HeldRate[]; half: HalfRateResult | null }> {
  const heldRates: HeldRate[] = [];
  for (const service of services) {
    const full = main.full.find(({ name }) => name === service.name)?.ratePerSecond ?? 0;
    heldRates.push(await findHeldRate(bench, service, full));
  }
  // On a machine that holds no rate, a low one still says something.
  const highest = heldRates[0]?.ratePerSecond || (main.full[1]?.ratePerSecond ?? 0) / 4;
  return { heldRates, half: highest >= 2 ? await runHalfRate(bench, services, Math.floor(highest / 2)) : null };
}

async function soak(plan: Plan, bench: Bench, configFile: string): Promise<SoakResult | null> {
  if (!plan.parts.has('soak')) return null;
  tell('soak: 64 auctions at a time, one bidder always slow');
  const service = await startService({ name: 'service', configFile, settings: [] });
  try {
    return await runSoak(service, bench.dir, plan.soakAuctions);
  } finally {
    await service.stop();
  }
}

type Measured = Pick<BenchResult, 'cases' | 'marginal' | 'heldRates' | 'half'>;

async function runParts({ parts }: Plan, bench: Bench, services: readonly Subject[]): Promise<Measured> {
  const [usual] = services;
  const cases: CaseResult[] = [];
  if (parts.has('main') || parts.has('held')) cases.push(await runCase(bench, mainCase, services));
  const marginal = usual && parts.has('marginal') ? await runMarginal(bench, usual) : null;
  const [main] = cases;
  const others = services.filter(({ name }) => name !== serviceNames.pool && name !== serviceNames.inline);
  const isHeld = main !== undefined && parts.has('held');
  const { heldRates, half } = isHeld ? await runLatency(bench, others, main) : { heldRates: [], half: null };
  if (parts.has('growth')) {
    for (const one of growthCases) cases.push(await runCase({ ...bench, rounds: 1 }, one, others));
  }
  return { cases, marginal, heldRates, half };
}

/** Returns a function that gives the share of a core that the process has used since this call. */
function watchShare({ pid }: RunningFarm): () => number {
  const startMs = performance.now();
  const startUs = readCpu(pid).process;
  return () => (readCpu(pid).process - startUs) / 1000 / (performance.now() - startMs);
}

async function run(plan: Plan, dir: string): Promise<BenchResult> {
  tell('starting the simulated bidders and the services');
  const farm = await startFarm(farmBidders, { tellCpu: true });
  try {
    const configFile = writeConfig(dir, farm.endpoints);
    const bench: Bench = { dir, bidders: farm, rounds: plan.rounds, seconds: plan.seconds, tell };
    const services = await startServices(plan, { configFile, caFile: farm.caFile });
    const farmShare = watchShare(farm);
    const measured = await runParts(plan, bench, services);
    const farmCpuShare = farmShare();
    for (const service of services) await service.stop();
    const main = measured.cases.find(({ name }) => name === mainCase.name) ?? null;
    const figures = figuresOf({ ...measured, main });
    return { figures, ...measured, soak: await soak(plan, bench, configFile), farmCpuShare };
  } finally {
    await farm.stop();
  }
}

await runTool('bench', async (dir) => {
  const result = await run(readPlan(process.argv.slice(2)), dir);
  // Before the files: a folder that cannot be written to must not cost the figures.
  process.stdout.write(`${resultText(result)}\n`);
  const { figures, ...parts } = result;
  const file = writeJson('auctions', { ...figures, ...parts });
  const page = writeBeside(file.replace(/json$/, 'html'), pageOf({ result, ...runFacts() }));
  process.stdout.write(`\n${file}\n${page}\n`);
  return result.soak && !result.soak.passed ? 1 : 0;
});
