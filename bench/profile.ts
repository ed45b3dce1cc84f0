/**
 * `npm run profile:doctor|flame|bubbleprof`: runs the service under clinic with simulated bidders, sends it the fixtures' auctions, and
 * prints where the HTML is (below .clinic).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bodyBytes } from '../src/observe/capture-record.ts';
import { caseBidders } from './cases.ts';
import { profile, type Profiling } from './clinic.ts';
import { positiveNumber, runTool, wholeNumber } from './command.ts';
import { startFarm } from './farm/start.ts';
import { readFlags } from './flags.ts';
import { fixtureSettings, readFixtures } from './fixture-file.ts';

/** How long each tool's load lasts, in seconds: bubbleprof slows the service ten-fold and cannot handle more. */
const secondsOf = new Map([
  ['doctor', 10],
  ['flame', 10],
  ['bubbleprof', 2],
]);

interface Plan extends Profiling {
  readonly workers: number;
}

const usage = {
  command: `npm run profile:${[...secondsOf.keys()].join('|')} -- [flags]`,
  about: "Profiles the service with clinic under the fixtures' auctions; the page is written to .clinic/.",
  flags: {
    seconds: { type: 'string', value: 'N', says: 'duration of the load in seconds (10; bubbleprof 2)' },
    workers: {
      type: 'string',
      default: '0',
      value: 'N',
      says: 'worker threads of the service (0: all work on the profiled thread)',
    },
  },
} as const;

function readPlan(): Plan {
  const { values, positionals } = readFlags(usage, undefined, true);
  const [tool = '', ...more] = positionals;
  if (more.length > 0) throw new Error(`"${more.join(' ')}" is one word too many: profile one thing at a time`);
  const usual = secondsOf.get(tool);
  if (usual === undefined) throw new Error(`"${tool}" is not a profile: use ${[...secondsOf.keys()].join(', ')}`);
  const seconds = positiveNumber('seconds', values.seconds ?? usual);
  return { tool, seconds, workers: wholeNumber('workers', values.workers, [0, 128]) };
}

/** The fixtures' host with every bidder at the farm. Breaker and throttle are off and the overload limit is high, for the profiler. */
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

/** Writes the bodies of the fixtures' auctions, one per line. */
function writeBodies(dir: string): string {
  const file = join(dir, 'bodies.jsonl');
  const auctions = readFixtures().filter(({ method, path }) => method === 'POST' && path === '/openrtb2/auction');
  const bodies = auctions.map((auction) => oneLine(bodyBytes(auction)?.toString() ?? ''));
  writeFileSync(file, bodies.filter(Boolean).join('\n'));
  return file;
}

/** JSON on one line; '' for text that is not JSON. */
function oneLine(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return '';
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
