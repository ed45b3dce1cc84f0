/**
 * The regression gate (issue 6, item 6): what the hops of named fixtures cost, in measures that the machine does not change, is
 * not over the bounds in `costs.json`. `COSTS=write` makes today's figures the bounds. Times are only told.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { fixtureConfig } from '../../bench/fixture-config.ts';
import { readFixtures } from '../../bench/fixture-file.ts';
import { openFixtureHops, type FixtureHops } from '../../bench/fixture-hops.ts';
import type { HopFunctions } from '../../src/auction/messages.ts';
import type { CapturedAuction } from '../../src/observe/capture-record.ts';
import { countedHops, heapBytes, noCosts, type Costs } from '../support/costs.ts';

/** The fixtures that are weighed: the usual ones, each kind of extra work, the largest. */
const names = [
  'site-banner-1',
  'site-one-bidder-1',
  'site-many-imps-1',
  'multi-format-1',
  'instream-1',
  'native-1',
  'app-banner-1',
  'tcf-full-1',
  'eids-1',
  'first-party-1',
  'currency-eur-1',
  'custom-keys-1',
  'cache-bids-1',
  'debug-1',
  'long-1',
  'many-imps-1',
];
/** Those whose memory is weighed as well: it takes its time. */
const heapNames = new Set(['site-banner-1', 'instream-1', 'first-party-1']);
const heapRuns = 20;
const heapSamples = 3;
const timedRuns = 30;

type Bounds = Costs & { readonly heapBytes?: number };

/** How much more than the bound is still the same: memory is sampled, and zlib's versions compress a little better or worse. */
const leeways = new Map<string, number>([
  ['heapBytes', 1.25],
  ['movedBack', 1.01],
  ['callBytes', 1.01],
]);

const file = join(import.meta.dirname, 'costs.json');
const isWriting = process.env['COSTS'] === 'write';
const bounds = JSON.parse(isWriting ? '{}' : readFileSync(file, 'utf8')) as { readonly [name: string]: Bounds };

t.test('no auction costs more than it did', async (t) => {
  const fixtures = new Map(readFixtures().map((fixture) => [fixture.name, fixture]));
  const config = await fixtureConfig(t.testdir());
  let costs = noCosts();
  const counted = await openFixtureHops(config, { watch: (hops) => countedHops(hops, () => costs) });
  let spentMs = 0;
  const plain = await openFixtureHops(config, { watch: (hops) => timedHops(hops, (ms) => (spentMs += ms)) });
  t.teardown(() => [counted, plain].forEach((hops) => hops.close()));
  const found: { [name: string]: Bounds } = {};
  for (const name of names) {
    const fixture = fixtures.get(name)!;
    // The first run reads what threads remember.
    await run(counted, fixture);
    costs = noCosts();
    await run(counted, fixture);
    found[name] = { ...costs, ...(heapNames.has(name) && { heapBytes: await heapOf(plain, fixture) }) };
  }
  if (isWriting) writeFileSync(file, textOf(found));
  for (const name of names) t.equal(found[name]!.hops, 2, `${name}: two hops, and nothing of another fixture`);
  for (const name of names) if (!isWriting) compare(t, name, found[name]!);
  t.same(Object.keys(isWriting ? found : bounds), names, 'costs.json has the fixtures that are weighed');
  for (const name of heapNames) {
    spentMs = 0;
    for (let at = 0; at < timedRuns; at += 1) await run(plain, fixtures.get(name)!);
    t.comment(`${name}: both hops in ${((spentMs / timedRuns) * 1000).toFixed(0)} µs (mean of ${timedRuns})`);
  }
});

async function run({ run: runFixture }: FixtureHops, fixture: CapturedAuction): Promise<void> {
  const replies = new Map(fixture.calls.map((call) => [`${call.bidder} ${call.nth}`, call]));
  const { settled, faults } = await runFixture(fixture, ({ bidder }, nth) => replies.get(`${bidder} ${nth}`)!);
  if (settled === null) throw new Error(faults.join('\n'));
}

/** Bytes of heap per auction, once the functions are warm; rounded, because they are sampled. */
async function heapOf(hops: FixtureHops, fixture: CapturedAuction): Promise<number> {
  const repeat = async (times: number): Promise<void> => {
    for (let at = 0; at < times; at += 1) await run(hops, fixture);
  };
  await repeat(5);
  // Now and then the engine does something of its own meanwhile: what that takes only adds.
  const samples: number[] = [];
  for (let at = 0; at < heapSamples; at += 1) samples.push(await heapBytes(() => repeat(heapRuns)));
  return Math.round(Math.min(...samples) / heapRuns / 1000) * 1000;
}

function compare(t: Test, name: string, found: Bounds): void {
  const bound = bounds[name];
  if (bound === undefined) return void t.fail(`${name} has no bounds: COSTS=write adds them`);
  const over = (Object.keys(found) as (keyof Bounds)[]).flatMap((key) => {
    const [now = 0, most = 0] = [found[key], bound[key]];
    return now > most * (leeways.get(key) ?? 1) ? [`${key} is ${now}, the bound ${most}`] : [];
  });
  t.same(over, [], `${name}: nothing costs more (COSTS=write accepts today's figures)`);
}

function textOf(found: { readonly [name: string]: Bounds }): string {
  const lines = Object.entries(found).map(([name, costs]) => `  ${JSON.stringify(name)}: ${JSON.stringify(costs)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

function timedHops(hops: HopFunctions, add: (ms: number) => void): HopFunctions {
  const timed =
    <Message, Result>(hop: (message: Message) => Result) =>
    (message: Message): Result => {
      const startMs = performance.now();
      const result = hop(message);
      add(performance.now() - startMs);
      return result;
    };
  return { prepare: timed(hops.prepare), settle: timed(hops.settle) };
}
