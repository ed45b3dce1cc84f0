/**
 * The golden test (issue 6, 'Must hold'): for all 200 fixtures, every byte sent to bidders, answered, cached and reported is what
 * it was. `GOLDEN=write` renews `golden.json` after an intended change. Texts of runs that passed are kept under
 * `node_modules/.cache`, so that a difference can be shown, not only reported.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { fixtureConfig } from '../../bench/fixture-config.ts';
import { readFixtures } from '../../bench/fixture-file.ts';
import { openFixtureHops, type ContextRoad } from '../../bench/fixture-hops.ts';
import { callText } from '../../bench/fixture-replies.ts';
import { sentPrint } from '../../src/observe/capture-record.ts';
import { closedWith } from '../support/closed-with.ts';
import { testFolder } from '../support/folder.ts';
import { fingerprint, firstDifference, goldenTexts, type GoldenTexts } from './golden.ts';

type Part = keyof GoldenTexts;
type Prints = { readonly [part in Part]: string };

const parts: readonly Part[] = ['calls', 'answer', 'kept'];
const file = join(import.meta.dirname, 'golden.json');
const textDir = join(import.meta.dirname, '../../node_modules/.cache/gavel-golden');
mkdirSync(textDir, { recursive: true });
const isWriting = process.env['GOLDEN'] === 'write';
const golden = new Map(
  isWriting ? [] : Object.entries(JSON.parse(readFileSync(file, 'utf8')) as { [name: string]: Prints }),
);

for (const road of ['bytes', 'kept', 'given away'] as const) {
  t.test(`every byte of the fixtures is what it was, with the context ${road}`, (t) => compareAll(t, road));
}

async function compareAll(t: Test, road: ContextRoad): Promise<void> {
  const fixtures = readFixtures();
  t.equal(fixtures.length, 200, 'fixtures');
  const hops = closedWith(t, await openFixtureHops(await fixtureConfig(testFolder(t)), { road }));
  const found = new Map<string, Prints>();
  const changed: string[] = [];
  const stale = new Set<string>();
  for (const fixture of fixtures) {
    const { name = '' } = fixture;
    const replies = new Map(fixture.calls.map((call) => [`${call.bidder} ${call.nth}`, call]));
    const run = await hops.run(fixture, (call, nth, body) => {
      const reply = replies.get(`${call.bidder} ${nth}`);
      if (reply?.sentSha256 !== sentPrint(callText(call, body))) stale.add(name);
      return reply ?? { kind: 'reply', status: 204, elapsedMs: 1 };
    });
    const texts = goldenTexts(run);
    const prints = {
      calls: fingerprint(texts.calls),
      answer: fingerprint(texts.answer),
      kept: fingerprint(texts.kept),
    };
    found.set(name, prints);
    const wrong = parts.filter((part) => prints[part] !== golden.get(name)?.[part]);
    if (isWriting || wrong.length === 0) parts.forEach((part) => keep(prints[part], texts[part]));
    else {
      changed.push(name);
      if (changed.length === 1) t.comment(wrong.map((part) => difference({ name, part }, texts)).join('\n'));
    }
  }
  if (isWriting) write(found);
  t.strictSame(changed, [], 'no fixture differs (GOLDEN=write renews golden.json after an intended change)');
  t.strictSame([...stale], [], 'the fixtures match every sent call (node bench/make-fixtures.ts makes them anew)');
  t.strictSame(
    [...golden.keys()].filter((name) => !found.has(name)),
    [],
    'golden.json has no other fixture',
  );
}

function keep(print: string, text: string): void {
  const path = join(textDir, print);
  if (!existsSync(path)) writeFileSync(path, text);
}

function difference({ name, part }: { name: string; part: Part }, texts: GoldenTexts): string {
  const path = join(textDir, golden.get(name)?.[part] ?? 'none');
  const title = `${name}: ${part} differ`;
  if (!existsSync(path)) return `${title}; run this test once at a commit where it passes to see how`;
  return `${title}, ${firstDifference(readFileSync(path, 'utf8'), texts[part])}`;
}

function write(found: ReadonlyMap<string, Prints>): void {
  const lines = [...found].map(([name, prints]) => `  ${JSON.stringify(name)}: ${JSON.stringify(prints)}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}
