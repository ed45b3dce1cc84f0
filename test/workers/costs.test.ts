/**
 * The regression gate (issue 6, item 6): what the hops of named fixtures cost, in measures that the machine does not change, is
 * not over the bounds in `costs.json`. `COSTS=write` makes today's figures the bounds. Times are only reported.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { fixtureConfig } from '../../bench/fixture-config.ts';
import { readFixtures } from '../../bench/fixture-file.ts';
import { openFixtureHops, type ContextRoad, type FixtureHops } from '../../bench/fixture-hops.ts';
import type { HopFunctions } from '../../src/auction/hop-functions.ts';
import type { CapturedAuction } from '../../src/observe/capture-record.ts';
import { allocateEvenly, countedHops, noCosts, usualOf, weighedHops, type Allocated, type Costs } from './costs.ts';
import { closedWith } from '../support/closed-with.ts';
import { testFolder } from '../support/folder.ts';

/** The fixtures that are measured: the usual ones, each kind of extra work, the largest. */
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
/** How the context goes from hop to hop; each fixture is measured both ways: between threads, and on one. */
const roads: readonly ContextRoad[] = ['bytes', 'kept'];
const samples = 12;
const warmRuns = 8;
/** The fixtures whose times are reported. */
const timedNames = ['site-banner-1', 'instream-1', 'first-party-1'];
const compiledRuns = 60;
const timedRuns = 30;

type Bounds = Costs & Allocated;

/**
 * How far over its bound a figure may be: versions of zlib compress a little better or worse, the heap varies by a thousandth
 * with how this file is run, and versions of Node after 22 take more heap.
 */
const zlibLeeway = 1.01;
const heapLeeway = process.versions.node.startsWith('22.') ? 1.003 : 1.05;
/** An auction that takes more than a heap page may leave the end of a page empty, where a text of some kilobytes did not fit. */
const pageBytes = 262_144;
const endLeeway = Math.max(heapLeeway, 1.02);
/** An auction that takes more than this is interrupted by the garbage collector, and the empty ends of its pages count. */
const evenBytes = 1_000_000;
const unevenLeeway = 1.05;

function leewayOf(key: keyof Bounds, most: number): number {
  if (key === 'heapBytes' && most > evenBytes) return unevenLeeway;
  if (key === 'heapBytes') return most > pageBytes ? endLeeway : heapLeeway;
  return key === 'bufferBytes' || key === 'movedBack' || key === 'callBytes' ? zlibLeeway : 1;
}

const file = join(import.meta.dirname, 'costs.json');
const isWriting = process.env['COSTS'] === 'write';
const bounds = JSON.parse(isWriting ? '{}' : readFileSync(file, 'utf8')) as { readonly [name: string]: Bounds };

const endEvenly = allocateEvenly();

t.test('no auction costs more than it did', async (t) => {
  const fixtures = new Map(readFixtures().map((fixture) => [fixture.name, fixture]));
  const config = await fixtureConfig(testFolder(t));
  const found: { [name: string]: Bounds } = {};
  for (const road of roads) {
    let costs = noCosts();
    const counted = await openFixtureHops(config, { road, watch: (hops) => countedHops(hops, () => costs) });
    let allocated: Allocated[] = [];
    const plain = await openFixtureHops(config, {
      road,
      watch: (hops) => weighedHops(hops, (one) => allocated.push(one)),
    });
    t.teardown(() => [counted, plain].forEach((hops) => hops.close()));
    for (const name of names) {
      const fixture = fixtures.get(name)!;
      // The first run fills the caches of a thread.
      await run(counted, fixture);
      costs = noCosts();
      await run(counted, fixture);
      for (let at = 0; at < warmRuns; at += 1) await run(plain, fixture);
      allocated = [];
      for (let at = 0; at < samples; at += 1) await run(plain, fixture);
      found[keyOf(name, road)] = { ...costs, ...usualOf(allocated) };
    }
  }
  if (isWriting) writeFileSync(file, textOf(found));
  for (const [key, { hops }] of Object.entries(found))
    t.equal(hops, 2, `${key}: two hops, and nothing of another fixture`);
  for (const key of Object.keys(found)) if (!isWriting) compare(t, key, found[key]!);
  t.strictSame(
    Object.keys(isWriting ? found : bounds),
    Object.keys(found),
    'costs.json has exactly the measured fixtures',
  );
});

function keyOf(name: string, road: ContextRoad): string {
  return road === 'bytes' ? name : `${name}, ${road}`;
}

t.test('the time of both hops is reported', async (t) => {
  endEvenly();
  const fixtures = new Map(readFixtures().map((fixture) => [fixture.name, fixture]));
  let spentMs = 0;
  const watch = (hops: HopFunctions): HopFunctions => timedHops(hops, (ms) => (spentMs += ms));
  const hops = closedWith(t, await openFixtureHops(await fixtureConfig(testFolder(t)), { watch }));
  for (const name of timedNames) {
    for (let at = 0; at < compiledRuns; at += 1) await run(hops, fixtures.get(name)!);
    spentMs = 0;
    for (let at = 0; at < timedRuns; at += 1) await run(hops, fixtures.get(name)!);
    t.comment(`${name}: both hops in ${((spentMs / timedRuns) * 1000).toFixed(0)} µs (mean of ${timedRuns})`);
  }
});

async function run({ run: runFixture }: FixtureHops, fixture: CapturedAuction): Promise<void> {
  const replies = new Map(fixture.calls.map((call) => [`${call.bidder} ${call.nth}`, call]));
  const { settled, faults } = await runFixture(fixture, ({ bidder }, nth) => replies.get(`${bidder} ${nth}`)!);
  if (settled === null) throw new Error(faults.join('\n'));
}

function compare(t: Test, name: string, found: Bounds): void {
  const bound = bounds[name];
  if (bound === undefined) return void t.fail(`${name} has no bounds: COSTS=write adds them`);
  const over = (Object.keys(found) as (keyof Bounds)[]).flatMap((key) => {
    const [now = 0, most = 0] = [found[key], bound[key]];
    return now > most * leewayOf(key, most) ? [`${key} is ${now}, the bound ${most}`] : [];
  });
  t.strictSame(over, [], `${name}: nothing costs more (COSTS=write accepts today's figures)`);
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
