/**
 * The farm's process: `node bench/farm/main.ts --bidders <JSON or file> [--port 0] [--seed 1] [--tell-cpu]`. Prints where it listens as
 * one JSON line on stdout. Ends by SIGTERM, SIGINT or when the pipe on its stdin closes (its parent is gone). With `--tell-cpu` it then
 * prints on stderr how much of a core it used: a farm near 100 % was the bottleneck.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { failWith, wholeNumber } from '../command.ts';
import { checkBidders } from './bidder.ts';
import { endWithParent } from './parent.ts';
import { serveFarm } from './serve.ts';

function shareOf({ user, system }: NodeJS.CpuUsage, ms: number): number {
  return (user + system) / 1000 / Math.max(1, ms);
}

/** Prints, when the process ends, the share of a core that it has used since this call, and the highest share in any second. */
function tellCpu(): void {
  const startMs = performance.now();
  const start = process.cpuUsage();
  let last = { used: start, atMs: startMs };
  let most = 0;
  setInterval(() => {
    const now = { used: process.cpuUsage(), atMs: performance.now() };
    const second = { user: now.used.user - last.used.user, system: now.used.system - last.used.system };
    most = Math.max(most, shareOf(second, now.atMs - last.atMs));
    last = now;
  }, 1000).unref();
  process.on('exit', () => {
    const mean = shareOf(process.cpuUsage(start), performance.now() - startMs);
    const percent = [mean, Math.max(mean, most)].map((share) => (share * 100).toFixed(0));
    process.stderr.write(`farm: ${percent[0]} % of a core in the mean, ${percent[1]} % in its busiest second\n`);
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      bidders: { type: 'string' },
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      'tell-cpu': { type: 'boolean', default: false },
    },
  });
  if (values.bidders === undefined)
    throw new Error('--bidders is missing: give a JSON list of bidders, or a file of one');
  const text = /^\s*\[/.test(values.bidders) ? values.bidders : readFileSync(values.bidders, 'utf8');
  const bidders = checkBidders(JSON.parse(text));
  const seed = wholeNumber('seed', values.seed, [0, 0xffff_ffff]);
  endWithParent();
  const farm = await serveFarm(bidders, { port: wholeNumber('port', values.port, [0, 65_535]), seed });
  if (values['tell-cpu']) tellCpu();
  process.stdout.write(`${JSON.stringify({ ready: true, ...farm })}\n`);
}

await main().catch((error: unknown) => failWith('farm', error));
