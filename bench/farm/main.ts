/**
 * The farm's own process: `node bench/farm/main.ts --bidders <JSON or file> [--port 0] [--seed 1]`. Says on stdout where it
 * listens, in one JSON line, and ends by SIGTERM, SIGINT or when the pipe on its stdin closes (its parent is gone).
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checkBidders } from './bidder.ts';
import { endWithParent } from './parent.ts';
import { serveFarm } from './serve.ts';

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : NaN;
  if (!(value <= most)) throw new Error(`--${name} ${text} is wrong: give a whole number from 0 to ${most}`);
  return value;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      bidders: { type: 'string' },
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
    },
  });
  if (values.bidders === undefined)
    throw new Error('--bidders is missing: give a JSON list of bidders, or a file of one');
  const text = /^\s*\[/.test(values.bidders) ? values.bidders : readFileSync(values.bidders, 'utf8');
  const bidders = checkBidders(JSON.parse(text));
  const seed = wholeNumber('seed', values.seed, 0xffff_ffff);
  endWithParent();
  const { port, endpoints } = await serveFarm(bidders, { port: wholeNumber('port', values.port, 65_535), seed });
  process.stdout.write(`${JSON.stringify({ ready: true, port, bidders: endpoints })}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`farm: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
