/** The figures of a benchmark run, the terminal's text and the page that show them, and the command line. */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import t from 'tap';
import { mainCase } from '../../bench/cases.ts';
import { figuresOf, judge, serviceNames } from '../../bench/figures.ts';
import type { SubjectFigures } from '../../bench/measure.ts';
import { linearScale, logScale, stepScale } from '../../bench/page/scale.ts';
import { pageOf } from '../../bench/page/page.ts';
import { shown } from '../../bench/page/text.ts';
import { readPlan } from '../../bench/plan.ts';
import { readOptions } from '../../bench/replay/options.ts';
import { resultText, type BenchResult } from '../../bench/report.ts';
import { spectrumPercentiles } from '../../bench/load/tally.ts';
import { closedWith } from '../support/closed-with.ts';
import { chromiumSkip, startChromium } from '../support/chromium.ts';
import { testFolder } from '../support/folder.ts';

function subject(name: string, cpuUs: number, mainThreadUs: number): SubjectFigures {
  const latency = { addedP50Ms: 1.25, addedP99Ms: 6.25, addedP999Ms: 9.75, loopDelayP99Ms: 1.5 };
  const rest = { failed: 0, late: 0, residentBytes: 1e8, peakBytes: 2e8, loadCpuShare: 0.2 };
  const spectrumMs = spectrumPercentiles.map((_, at) => 0.5 + at);
  // The first round is slow, and the floor's the slowest.
  const slowed = name.startsWith('floor') ? 1.25 : 1.1;
  const rounds = [
    { cpuUs: cpuUs * slowed, mainThreadUs: mainThreadUs * slowed },
    { cpuUs, mainThreadUs },
  ];
  return { name, ratePerSecond: 1000, cpuUs, mainThreadUs, ...latency, ...rest, spectrumMs, rounds };
}

const full = [
  subject('floor', 200, 180),
  subject(serviceNames.usual, 340, 250),
  subject(serviceNames.pool, 360, 216),
  subject(serviceNames.inline, 300, 290),
];
const main = { name: mainCase.name, concurrency: 64, bidsPerAnswer: 9, full };
const marginal = {
  floorFew: subject('floor, 5', 200, 1),
  serviceFew: subject('service, 5', 340, 1),
  floorMany: subject('floor, 10', 300, 1),
  serviceMany: subject('service, 10', 490, 1),
};
const heldRates = [{ name: serviceNames.usual, ratePerSecond: 2400 }];
const half = { ratePerSecond: 1200, figures: full };

t.test('each figure is computed from its own subjects; without them it is null', async (t) => {
  const figures = figuresOf({ main, marginal, heldRates, half });
  t.match(figures, {
    cpuMicrosPerAuction: 340,
    floorCpuMicrosPerAuction: 200,
    cpuRatioToFloor: 1.7,
    mainThreadRatioToFloor: 1.2,
    marginalBidderRatioToFloor: 1.5,
    poolRatioToInline: 1.2,
    addedP99ToP50AtHalfRate: 5,
    highestRatePerSecond: 2400,
    eventLoopDelayP99Ms: 1.5,
  });
  const spreads = [figures.cpuRatioSpread, figures.mainThreadRatioSpread, figures.marginalBidderRatioSpread];
  t.strictSame(
    spreads.map((spread) => [spread!.least.toFixed(3), spread!.most.toFixed(3)]),
    [
      ['1.496', '1.700'],
      ['1.056', '1.200'],
      ['1.320', '1.500'],
    ],
    'the spread over single rounds',
  );
  const costly = { ...marginal.floorFew, rounds: marginal.floorMany.rounds.map((round) => ({ ...round, cpuUs: 320 })) };
  const noisy = figuresOf({ main, marginal: { ...marginal, floorFew: costly }, heldRates, half });
  t.equal(noisy.marginalBidderRatioSpread, null, 'no spread where a round has many bidders cheaper than few');
  t.strictSame(
    judge(figures).map(({ value, most }) => most === null || value! <= most),
    [true, true, true, true, true],
  );
  const idle = [{ name: serviceNames.usual, ratePerSecond: 0 }];
  t.match(
    figuresOf({ main, marginal, heldRates: idle, half }),
    { highestRatePerSecond: 0, addedMsAtHalfRate: null, addedP99ToP50AtHalfRate: null },
    'without a held rate there is no latency at half of it',
  );
  const nothing = figuresOf({ main: null, marginal: null, heldRates: [], half: null });
  t.ok(
    Object.values(nothing).every((value) => value === null),
    'a part that is not run has no figures',
  );
});

function resultOf(): BenchResult {
  const other = { ...main, name: '10 bidders' };
  const figures = figuresOf({ main, marginal, heldRates, half });
  return { figures, cases: [main, other], marginal, heldRates, half, soak: null, farmCpuShare: 0.3 };
}

const machine = { node: 'v22', cpu: 'A <fast> CPU', cores: 2, loadAverage: 1 };
const facts = { result: resultOf(), machine, commit: 'abc123', when: new Date('2026-11-21T10:00:00Z') };

t.test("the terminal's text has every subject and each target", async (t) => {
  const text = resultText(facts.result);
  for (const { name } of full) t.ok(text.includes(name), name);
  t.match(text, /CPU per auction \/ floor’s: 1\.70 \(1\.5 to 1\.7 in single rounds\), wanted at most 1\.8: reached/);
  const single = { ...main, full: full.map((one) => ({ ...one, rounds: one.rounds.slice(1) })) };
  const figures = figuresOf({ main: single, marginal: null, heldRates: [], half: null });
  t.equal(figures.cpuRatioSpread, null, 'a single round has no spread');
  t.match(text, /^service, 10 .* 490 +1\.63 /m, 'ten bidders compared with the floor of ten');
  t.match(text, /rss MiB +peak .*\n.* 0 +0 +95 +191 /, '100 and 200 MB');
});

t.test('the page loads nothing, and states machine, time and commit', async (t) => {
  const page = pageOf(facts);
  t.match(page, /2 × A &lt;fast&gt; CPU · Node v22 · 2026-11-21 10:00 UTC · commit abc123/);
  t.notMatch(page, /src=|href=|url\(|<script/, 'it loads nothing');
  t.notMatch(page, /NaN|undefined/);
  t.match(page, /<b>191 MiB<\/b><span>95\.4 MiB steady<.*<th>RSS MiB<\/th>/s);
  t.notMatch(page, /the figures are noise/);
  t.match(pageOf({ ...facts, machine: { ...machine, loadAverage: 9 } }), /the figures are noise/);
});

t.test('a browser shows the charts and tiles of the page', { skip: chromiumSkip }, async (t) => {
  const file = join(testFolder(t), 'page.html');
  writeFileSync(file, pageOf(facts));
  const browser = closedWith(t, await startChromium({}));
  const page = await browser.newPage();
  await page.goto(`file://${file}`);
  t.match(await page.title(), /Gavel benchmark/);
  const boxes = await page.locator('svg').count();
  t.equal(boxes, 3, 'CPU, latency, bidders');
  const drawn = await page.locator('polyline').first().boundingBox();
  t.ok(drawn !== null && drawn.width > 100 && drawn.height > 20, 'a line is drawn');
  const tooWide = page.locator('.tile').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth));
  t.strictSame(await tooWide, [], 'no figure is wider than its tile');
  await page.setViewportSize({ width: 390, height: 800 });
  const scale = await page
    .locator('svg')
    .first()
    .evaluate((svg) => svg.getBoundingClientRect().width / 620);
  t.ok(scale > 0.8, 'on a phone a chart is shown at 0.8 of its size or more');
});

t.test('scales have round numbers as ticks', async (t) => {
  const linear = linearScale(930, { from: 0, to: 100 });
  t.strictSame(linear.ticks, [0, 200, 400, 600, 800, 1000]);
  t.equal(linear.at(500), 50);
  const log = logScale(0.5, 40, { from: 0, to: 100 });
  t.strictSame(log.ticks.map(shown), ['0.5', '1', '2', '5', '10', '20']);
  t.equal(log.at(0.5), 0);
  const steps = stepScale([1, 10, 100], { from: 0, to: 100 });
  t.strictSame([steps.at(1), steps.at(10), steps.at(55), steps.at(100)], [0, 50, 75, 100]);
  t.strictSame([0, 12.34, 1234.5, NaN].map(shown), ['0', '12.3', '1\u202f235', '–']);
});

t.test('the command line is read, and a wrong one is refused', async (t) => {
  t.match(readPlan(['--quick']), { rounds: 1, seconds: 2, soakAuctions: 1000 });
  t.strictSame([...readPlan(['--only', 'growth,main']).parts], ['main', 'growth']);
  t.throws(() => readPlan(['--only', 'maim']), /--only maim is not known: use main, marginal/);
  t.throws(() => readPlan(['--rounds', '0']), /--rounds 0 is not valid/);
  const root = join(import.meta.dirname, '../..');
  t.strictSame(readPlan(['--baseline', relative(process.cwd(), root) || '.']).baseline, {
    dir: root,
    name: 'baseline',
  });
  t.throws(() => readPlan(['--baseline', testFolder(t)]), /--baseline .* is not a checkout: name a folder/);
  t.throws(() => readPlan(['--baseline', root, '--commit', 'HEAD']), /give --baseline or --commit, not both/);
  t.throws(() => readOptions(['a.ndjson', '--baseline', testFolder(t)]), /--baseline .* is not a checkout/);
});
