/**
 * Builds the page's charts, each from its part of a result; a part that was left out gets no chart.
 */
import { growthCurves, type Growth } from '../cases.ts';
import { serviceNames } from '../figures.ts';
import type { SubjectFigures } from '../measure.ts';
import type { BenchResult } from '../report.ts';
import type { CaseResult } from '../run-case.ts';
import { spectrumPercentiles } from '../load/tally.ts';
import { mebibytes } from '../usage.ts';
import { barChart, type Bar } from './bar-chart.ts';
import { frame, lineChart, type Line } from './line-chart.ts';
import { linearScale, logScale, stepScale } from './scale.ts';
import { tones } from './style.ts';
import { shown } from './text.ts';

/** One chart with its title and a sentence about it; `svg` is markup. */
export interface Card {
  readonly title: string;
  readonly text: string;
  readonly svg: string;
}

const across = { from: frame.left, to: frame.right };
const upwards = { from: frame.bottom, to: frame.top };

function toneOf(name: string): number {
  if (name.startsWith('floor')) return tones.floor;
  if (name === serviceNames.pool) return tones.pool;
  if (name === serviceNames.inline) return tones.inline;
  return name.startsWith('service') ? tones.service : tones.baseline;
}

function cpuBar({ name, cpuUs, mainThreadUs }: SubjectFigures, floorUs: number): Bar {
  const tone = toneOf(name);
  const mainUs = Math.min(cpuUs, mainThreadUs);
  const parts = [
    { name: 'main thread, µs', tone, value: mainUs },
    { name: 'other threads, µs', tone, value: cpuUs - mainUs, faint: true },
  ];
  return { name, parts, note: `µs · ${(cpuUs / floorUs).toFixed(2)} ×` };
}

/** CPU time per auction of each subject, the main thread's share in solid colour. */
export function cpuCard({ cases: [main] }: BenchResult): Card[] {
  const floor = main?.full[0];
  if (main === undefined || floor === undefined) return [];
  const text = `${main.name}, ${main.concurrency} at a time; solid: the main thread, faint: all other threads; × floor`;
  return [{ title: 'CPU per auction', text, svg: barChart(main.full.map((figures) => cpuBar(figures, floor.cpuUs))) }];
}

/** A percentile's place on the axis: each further nine takes as much room as the one before. */
function placeOf(percentile: number): number {
  return -Math.log10(1 - percentile / 100) + percentile / 100;
}

/** Added latency by percentile at a constant rate. */
export function latencyCard({ half }: BenchResult): Card[] {
  if (half === null) return [];
  const asked = [0, 50, 90, 99, 99.9, 99.99];
  const shownAt = spectrumPercentiles.map((percentile) => [percentile, placeOf(percentile)] as const);
  const leastMs = 0.1;
  const lines = half.figures.map(({ name, spectrumMs }): Line => {
    const points = shownAt.map(([, x], at) => [x, Math.max(leastMs, spectrumMs[at]!)] as const);
    return { name, tone: toneOf(name), points };
  });
  const all = lines.flatMap(({ points }) => points.map(([, y]) => y));
  const svg = lineChart({
    lines,
    x: stepScale(asked.map(placeOf), across),
    y: logScale(Math.min(...all), Math.max(...all), upwards),
    xTexts: asked.map((percentile) => (percentile === 0 ? 'least' : `p${percentile}`)),
    unit: 'ms',
    xLabel: 'percentile',
  });
  const text = `auction time beyond the slowest bidder’s, ${half.ratePerSecond} auctions/s at even distances, waiting included`;
  return [{ title: 'Added latency', text, svg }];
}

type Point = Growth['cases'][number] & { readonly result: CaseResult };

function pointsOf({ cases }: Growth, results: readonly CaseResult[]): Point[] {
  return cases.flatMap((one) => {
    const result = results.find(({ name }) => name === one.name);
    return result === undefined ? [] : [{ ...one, result }];
  });
}

/** Names of the subjects that occur at every point. */
function namesOf(points: readonly Point[]): string[] {
  const [first, ...others] = points;
  const names = first?.result.full.map(({ name }) => name) ?? [];
  return names.filter((name) => others.every(({ result }) => result.full.some((one) => one.name === name)));
}

function cpuAt({ result }: Point, name: string): number {
  return result.full.find((figures) => figures.name === name)?.cpuUs ?? 0;
}

const axisTitles = new Map([
  ['bidders', ['CPU by bidders', '4.8 KB request, 3 imps']],
  ['imps', ['CPU by imps', '33 KB request, 5 bidders']],
  ['KB', ['CPU by request size', '1 imp, 5 bidders']],
]);

function curveCard(curve: Growth, results: readonly CaseResult[]): Card[] {
  const points = pointsOf(curve, results);
  const [title = '', text = ''] = axisTitles.get(curve.axis) ?? [];
  if (points.length < 2) return [];
  const lines = namesOf(points).map((name): Line => {
    return { name, tone: toneOf(name), points: points.map((point) => [Number(point.x), cpuAt(point, name)]) };
  });
  const most = Math.max(...lines.flatMap((line) => line.points.map(([, y]) => y)));
  const xs = points.map(({ x }) => Number(x));
  const x = { ticks: xs, at: (value: number) => across.from + ((across.to - across.from) * value) / Math.max(...xs) };
  const xTexts = xs.map(shown);
  const svg = lineChart({
    lines,
    x,
    y: linearScale(most, upwards),
    xTexts,
    unit: 'µs per auction',
    xLabel: curve.axis,
  });
  return [{ title, text, svg }];
}

/** How CPU time grows with bidders, imps and bytes. */
export function growthCards({ cases }: BenchResult): Card[] {
  return growthCurves.filter(({ axis }) => axis !== 'kind').flatMap((curve) => curveCard(curve, cases));
}

/** CPU time by kind of request and by transport. */
export function kindCard({ cases }: BenchResult): Card[] {
  const curve = growthCurves.find(({ axis }) => axis === 'kind');
  const points = curve === undefined ? [] : pointsOf(curve, cases);
  if (points.length < 2) return [];
  const bars = points.flatMap((point): Bar[] => {
    const floor = point.result.full[0]!;
    return [floor, ...point.result.full.filter(({ name }) => name === serviceNames.usual)].map((figures) => ({
      ...cpuBar(figures, floor.cpuUs),
      name: figures === floor ? `${point.x}, floor` : String(point.x),
    }));
  });
  const text = '4.8 KB, 3 imps, 5 bidders; solid: the main thread, faint: all other threads; × floor';
  return [{ title: 'CPU by kind of request and transport', text, svg: barChart(bars) }];
}

/** Resident memory over the soak. */
export function memoryCard({ soak }: BenchResult): Card[] {
  const last = soak?.memory.at(-1);
  if (!soak || last === undefined || last.seconds === 0) return [];
  const points = soak.memory.map(({ seconds, resident }) => [seconds, mebibytes(resident)] as const);
  const most = Math.max(...points.map(([, y]) => y));
  const seconds = linearScale(last.seconds, across);
  const svg = lineChart({
    lines: [{ name: 'service', tone: tones.service, points }],
    x: seconds,
    y: linearScale(most, upwards),
    xTexts: seconds.ticks.map(shown),
    unit: 'MiB',
    xLabel: 'seconds',
  });
  const { answered, failed, late } = soak.load;
  const text = `64 auctions at a time, one bidder always slow: ${answered} answered, ${failed} failed, ${late} later than tmax + 50 ms`;
  return [{ title: 'Resident memory in the soak', text, svg }];
}
