/**
 * Regenerates `bench/fixtures` (`node bench/make-fixtures.ts`): 200 requests, each with every bidder's reply, and the stored data that
 * they name. The seed is fixed, so the files are always the same.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import type { CallRecord } from '../src/auction/call-records.ts';
import { sentPrint, type CapturedAuction, type CapturedCall } from '../src/observe/capture-record.ts';
import { compose, type Draft } from './corpus/draft.ts';
import { kinds } from './corpus/kinds.ts';
import { makeReply } from './corpus/replies.ts';
import { storedFiles } from './corpus/stored.ts';
import { makeSequence, type Next } from './farm/chance.ts';
import { fixtureConfig } from './fixture-config.ts';
import { fixtureDir } from './fixture-file.ts';
import { openFixtureHops, type FixtureHops } from './fixture-hops.ts';
import { callText } from './fixture-replies.ts';

const seed = 20_261_121;
const firstAtMs = 1_794_787_000_000;

writeStored();
const hops = await openFixtureHops(await fixtureConfig(tmpdir()));
const lines: string[] = [];
const next = makeSequence(seed);
for (const { name, count, pieces } of kinds) {
  for (let number = 1; number <= count; number += 1) {
    const draft = compose(pieces, next, number);
    lines.push(JSON.stringify(await answered(unanswered(draft, `${name}-${number}`), hops)));
  }
}
hops.close();
writeFileSync(join(fixtureDir, 'requests.ndjson'), `${lines.join('\n')}\n`);
process.stdout.write(`${lines.length} fixtures\n`);

function unanswered({ path, method, headers, request, body }: Draft, name: string): CapturedAuction {
  const text = method === 'GET' ? {} : { body: body ?? request };
  return { v: 1, name, at: firstAtMs + lines.length * 10, method, path, headers, ...text, calls: [] };
}

/** The auction with a reply to every call that it makes. */
async function answered(auction: CapturedAuction, { run }: FixtureHops): Promise<CapturedAuction> {
  const calls: CapturedCall[] = [];
  const chance: Next = makeSequence(lines.length + 1);
  await run(auction, (call: CallRecord, nth, bytes) => {
    const { bidder } = call;
    const text = callText(call, bytes);
    const sent = JSON.parse(text) as { imp: Parameters<typeof makeReply>[1] };
    const reply = makeReply(bidder, sent.imp, chance);
    calls.push({ bidder, nth, imps: sent.imp.map(({ id }) => id), sentSha256: sentPrint(text), ...reply });
    return reply;
  });
  return { ...auction, calls };
}

function writeStored(): void {
  for (const folder of ['stored', 'vendor-lists']) rmSync(join(fixtureDir, folder), { recursive: true, force: true });
  for (const [path, value] of Object.entries(storedFiles)) {
    const file = join(fixtureDir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  }
}
