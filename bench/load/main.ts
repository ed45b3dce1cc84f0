/**
 * The load generator's process: `node bench/load/main.ts --url URL --bodies FILE` (one JSON body per line) with either
 * `--concurrency N [--requests N] [--seconds S] [--ramp-ms T]` (closed loop) or `--rate N --seconds S` (open loop). An answer is late
 * after `--late-ms T` and given up after `--timeout-ms T`. Progress goes to stderr unless `--quiet`, the report to stdout as one
 * JSON line.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { failWith, positiveNumber } from '../command.ts';
import { runClosedLoop } from './closed-loop.ts';
import { makeRequestBytes, type Target } from './client.ts';
import { endWithParent } from '../farm/parent.ts';
import { runOpenLoop } from './open-loop.ts';
import { Tally, type TallyReport } from './tally.ts';
import type { Work } from './work.ts';

/** The report on stdout: the tally, the rate of answers over the whole run, and the share of a core that the generator used. */
export interface LoadReport extends TallyReport {
  readonly seconds: number;
  readonly ratePerSecond: number;
  readonly cpuShare: number;
}

const headers = [
  'User-Agent: Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36',
  'Accept: */*',
  'Origin: https://www.reader.example',
  'Referer: https://www.reader.example/sport/today.html',
  'X-Forwarded-For: 203.0.113.9',
];

const options = {
  url: { type: 'string' },
  bodies: { type: 'string' },
  concurrency: { type: 'string' },
  requests: { type: 'string' },
  rate: { type: 'string' },
  seconds: { type: 'string' },
  'ramp-ms': { type: 'string', default: '0' },
  'late-ms': { type: 'string', default: 'Infinity' },
  'timeout-ms': { type: 'string', default: '10000' },
  quiet: { type: 'boolean', default: false },
} as const;

/** More connections than are ever busy while a server keeps up; waiting for one counts as latency. */
const maxConnections = 1024;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

function positive(values: Values, name: 'concurrency' | 'requests' | 'rate' | 'seconds'): number {
  return positiveNumber(name, values[name] ?? Infinity);
}

function makeWork(values: Values): Work {
  if (!values.url || !values.bodies) throw new Error('--url and --bodies are missing: say where to send what');
  const url = new URL(values.url);
  if (url.protocol !== 'http:') throw new Error(`--url ${values.url} is not valid: only http is spoken here`);
  const target: Target = { host: url.hostname, port: Number(url.port || 80), path: url.pathname + url.search };
  const bodies = readFileSync(values.bodies, 'utf8').split('\n').filter(Boolean);
  if (bodies.length === 0) throw new Error(`--bodies ${values.bodies} is empty: give a file with one JSON body a line`);
  const requests = bodies.map((body) => makeRequestBytes(target, headers, body));
  const tally = new Tally(Number(values['late-ms']));
  return { target, requests, tally, timeoutMs: Number(values['timeout-ms']) };
}

function showProgress(tally: Tally): () => void {
  const startMs = performance.now();
  let before = 0;
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - startMs) / 1000);
    const p99 = tally.percentileMs(99).toFixed(1);
    const text = `${seconds} s: ${tally.answered} answered, ${tally.answered - before}/s, ${tally.failed} failed, p99 ${p99} ms`;
    process.stderr.write(process.stderr.isTTY ? `\r${text}  ` : `${text}\n`);
    before = tally.answered;
  }, 1000);
  return () => {
    clearInterval(timer);
    if (process.stderr.isTTY) process.stderr.write('\n');
  };
}

async function run(values: Values, work: Work): Promise<void> {
  const durationMs = positive(values, 'seconds') * 1000;
  if (values.rate !== undefined) {
    if (durationMs === Infinity) throw new Error('--seconds is missing: say how long the rate is kept up');
    return runOpenLoop(work, { ratePerSecond: positive(values, 'rate'), durationMs, maxConnections });
  }
  const requests = positive(values, 'requests');
  if (values.concurrency === undefined) throw new Error('--concurrency or --rate is missing: choose one');
  if (requests === Infinity && durationMs === Infinity) throw new Error('--requests or --seconds is missing');
  const rampMs = Number(values['ramp-ms']);
  return runClosedLoop(work, { concurrency: positive(values, 'concurrency'), requests, durationMs, rampMs });
}

async function main(): Promise<void> {
  endWithParent();
  const { values } = parseArgs({ options });
  const work = makeWork(values);
  const hideProgress = values.quiet ? undefined : showProgress(work.tally);
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  await run(values, work);
  const seconds = (performance.now() - startMs) / 1000;
  const { user, system } = process.cpuUsage(startCpu);
  hideProgress?.();
  const ratePerSecond = work.tally.answered / seconds;
  const cpuShare = (user + system) / 1e6 / seconds;
  const report: LoadReport = { seconds, ratePerSecond, cpuShare, ...work.tally.report() };
  process.stdout.write(`${JSON.stringify(report)}\n`, () => process.exit(0));
}

await main().catch((error: unknown) => failWith('load', error));
