/**
 * Draws a line chart as inline SVG: one line per subject, its name at the line's end, its values as tooltips of the points.
 */
import type { Scale } from './scale.ts';
import { escaped, shown } from './text.ts';

/** One line; `tone` is its place in the page's palette. */
export interface Line {
  readonly name: string;
  readonly tone: number;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** What to draw; `unit` is the values' unit, `xTexts` are the texts below the ticks of the horizontal axis. */
export interface LineChart {
  readonly lines: readonly Line[];
  readonly x: Scale;
  readonly y: Scale;
  readonly xTexts: readonly string[];
  readonly unit: string;
  readonly xLabel: string;
}

/** The picture's size and its frame, in pixels. */
export const frame = { width: 620, height: 300, left: 56, right: 470, top: 32, bottom: 250 } as const;

const labelHeight = 15;

function grid({ x, y, xTexts, unit, xLabel }: LineChart): string {
  const rows = y.ticks.map((tick) => {
    const at = y.at(tick).toFixed(1);
    const line = `<line class="grid" x1="${frame.left}" x2="${frame.right}" y1="${at}" y2="${at}"/>`;
    return `${line}<text class="tick end" x="${frame.left - 8}" y="${at}" dy="4">${shown(tick)}</text>`;
  });
  const columns = x.ticks.map((tick, index) => {
    const at = x.at(tick).toFixed(1);
    return `<text class="tick middle" x="${at}" y="${frame.bottom + 18}">${escaped(xTexts[index] ?? '')}</text>`;
  });
  const middle = (frame.left + frame.right) / 2;
  const names =
    `<text class="axis" x="4" y="11">${escaped(unit)}</text>` +
    `<text class="axis middle" x="${middle}" y="${frame.bottom + 40}">${escaped(xLabel)}</text>`;
  return rows.join('') + columns.join('') + names;
}

/** Where each line's name goes: at its end, moved down if it would overlap another one. */
function labelPlaces(ends: readonly number[]): number[] {
  const places = ends.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y);
  let free = -Infinity;
  for (const place of places) {
    place.y = Math.max(place.y, free);
    free = place.y + labelHeight;
  }
  return places.sort((a, b) => a.index - b.index).map(({ y }) => y);
}

function drawLine(line: Line, chart: LineChart, labelY: number): string {
  const { x, y, unit } = chart;
  const places = line.points.map(([px, py]) => [x.at(px).toFixed(1), y.at(py).toFixed(1)] as const);
  const path = `<polyline class="line tone${line.tone}" points="${places.map((place) => place.join()).join(' ')}"/>`;
  const dots = places.map(([cx, cy], index) => {
    const title = `${line.name}: ${shown(line.points[index]![1])} ${unit}`;
    return `<circle class="dot tone${line.tone}" cx="${cx}" cy="${cy}" r="3.5"><title>${escaped(title)}</title></circle>`;
  });
  const name = `<text class="name tone${line.tone}" x="${frame.right + 12}" y="${labelY.toFixed(1)}" dy="4">${escaped(line.name)}</text>`;
  return path + dots.join('') + name;
}

/** The chart as an SVG element. */
export function lineChart(chart: LineChart): string {
  const ends = chart.lines.map(({ points }) => chart.y.at(points.at(-1)?.[1] ?? 0));
  const labels = labelPlaces(ends);
  const lines = chart.lines.map((line, index) => drawLine(line, chart, labels[index]!));
  return `<svg viewBox="0 0 ${frame.width} ${frame.height}" role="img">${grid(chart)}${lines.join('')}</svg>`;
}
