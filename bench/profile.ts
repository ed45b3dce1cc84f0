/**
 * `npm run profile:doctor|flame|bubbleprof`: runs the service under clinic while the fixtures' auctions are sent to it, with simulated
 * bidders, and prints where the HTML lies (below .clinic). `--workers N` (0: all work on the thread that is profiled), `--seconds N`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyBytes } from '../src/observe/capture-record.ts';
import { caseBidders } from './cases.ts';
import { positiveNumber, runTool, wholeNumber } from './command.ts';
import { endChild, whenReady } from './farm/child.ts';
import { startFarm } from './farm/start.ts';
import { readFlags } from './flags.ts';
import { fixtureSettings, readFixtures } from './fixture-file.ts';
import { keepFirstLog, watchLogs } from './isolate-logs.ts';
import { runLoad } from './subjects.ts';

/** Load for each tool, in seconds: bubbleprof slows the service ten-fold and chokes on more. */
const secondsOf = new Map([
  ['doctor', 10],
  ['flame', 10],
  ['bubbleprof', 2],
]);
const concurrency = 16;
/** A service starts ten times slower under bubbleprof. */
const startLimitMs = 300_000;
const root = join(import.meta.dirname, '..');

interface Plan {
  readonly tool: string;
  readonly seconds: number;
  readonly workers: number;
}

const usage = {
  command: `npm run profile:${[...secondsOf.keys()].join('|')} -- [flags]`,
  about: "Makes clinic's page of the service under the fixtures' auctions, below .clinic/.",
  flags: {
    seconds: { type: 'string', value: 'N', says: 'how long the load lasts (10; bubbleprof 2)' },
    workers: { type: 'string', default: '0', value: 'N', says: 'worker threads of the service (0)' },
  },
} as const;

function readPlan(): Plan {
  const { values, positionals } = readFlags(usage, undefined, true);
  const [tool = ''] = positionals;
  const usual = secondsOf.get(tool);
  if (usual === undefined) throw new Error(`"${tool}" is no profile: use ${[...secondsOf.keys()].join(', ')}`);
  const seconds = positiveNumber('seconds', values.seconds ?? usual);
  return { tool, seconds, workers: wholeNumber('workers', values.workers, [0, 128]) };
}

/** The fixtures' host with every bidder at the farm, and nothing of it spared, refused or delayed for being slow under a profiler. */
function profiledSettings(dir: string, endpoints: Readonly<Record<string, string>>, workers: number): object {
  const settings = JSON.parse(fixtureSettings(dir)) as { bidders: Record<string, object> };
  const moved = Object.entries(settings.bidders).map(([code, own]) => [code, { ...own, endpoint: endpoints[code] }]);
  return {
    ...settings,
    bidders: Object.fromEntries(moved) as object,
    host: '127.0.0.1',
    workers,
    processes: 1,
    drainDelayMs: 0,
    admin: { port: 0 },
    log: { level: 'info' },
    overload: { maxDelayMs: 60_000 },
    bidderHealth: { breakerFailures: 0, throttleMemory: 0 },
  };
}

/** The bodies of the fixtures' auctions, one a line. */
function writeBodies(dir: string): string {
  const file = join(dir, 'bodies.jsonl');
  const auctions = readFixtures().filter(({ method, path }) => method === 'POST' && path === '/openrtb2/auction');
  const bodies = auctions.map((auction) => oneLine(bodyBytes(auction)?.toString() ?? ''));
  writeFileSync(file, bodies.filter(Boolean).join('\n'));
  return file;
}

/** JSON without line ends; '' for what is none. */
function oneLine(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return '';
  }
}

interface Profiled {
  readonly pid: number;
  readonly port: number;
}

function listening(line: string): Profiled | undefined {
  if (!line.startsWith('{')) return undefined;
  const { msg, pid, port } = JSON.parse(line) as { msg?: string; pid: number; port: number };
  return msg === 'listening' ? { pid, port } : undefined;
}

function removeTraces(): void {
  for (const name of readdirSync(root)) if (/^node_trace\.\d+\.log$/.test(name)) rmSync(join(root, name));
}

function startClinic(tool: string, configFile: string): ChildProcess {
  removeTraces();
  const clinic = join(root, 'node_modules/clinic/bin.js');
  const service = [process.execPath, 'src/main.ts', '--config', configFile, '--port', '0'];
  return spawn(process.execPath, [clinic, tool, '--open=false', '--', ...service], {
    cwd: root,
    env: { ...process.env, NODE_OPTIONS: '', NO_INSIGHT: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // a group of its own: see killGroup
  });
}

/** Clinic does not take its service along when it is ended: whatever is left of both goes. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // nobody is left
  }
}

/** Loads the service and ends it, then waits for clinic's page; gives its path. */
async function profile({ tool, seconds }: Plan, configFile: string, bodiesFile: string): Promise<string> {
  const clinic = startClinic(tool, configFile);
  const removeLogs = watchLogs(root);
  process.once('exit', () => {
    killGroup(clinic);
    removeLogs();
  });
  let said = '';
  clinic.stdout!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  try {
    const { pid, port } = await whenReady(
      clinic,
      { name: `the service under clinic ${tool}`, limitMs: startLimitMs },
      listening,
    );
    const url = `http://127.0.0.1:${port}/openrtb2/auction`;
    const limits = ['--concurrency', String(concurrency), '--seconds', String(seconds), '--timeout-ms', '60000'];
    const { answered, failed, ratePerSecond } = await runLoad(url, bodiesFile, limits);
    process.stderr.write(`${answered} auctions answered, ${ratePerSecond.toFixed(0)}/s, ${failed} refused\n`);
    if (answered === 0) throw new Error('no auction was answered: there is nothing to look at');
    keepFirstLog(root, pid);
    process.kill(pid, 'SIGINT');
    process.stderr.write('clinic reads what it collected…\n');
    await once(clinic, 'exit');
    const page = /(\.clinic\/\S+\.html)/.exec(said)?.[1];
    if (page === undefined) throw new Error(`clinic made no page: ${said.trim().split('\n').at(-1)}`);
    return join(root, page);
  } finally {
    killGroup(clinic);
    await endChild(clinic);
  }
}

await runTool('profile', async (dir) => {
  const plan = readPlan();
  const { bidders } = JSON.parse(fixtureSettings(dir)) as { bidders: object };
  const farm = await startFarm(Object.keys(bidders).map((code) => ({ ...caseBidders[0]!, code })));
  try {
    const configFile = join(dir, 'service.json');
    writeFileSync(configFile, JSON.stringify(profiledSettings(dir, farm.endpoints, plan.workers)));
    process.stdout.write(`${await profile(plan, configFile, writeBodies(dir))}\n`);
    return 0;
  } finally {
    await farm.stop();
  }
});
