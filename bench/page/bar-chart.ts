/**
 * Draws horizontal bars as inline SVG: one bar per name, of one or more parts, with its total at the end.
 */
import { linearScale } from './scale.ts';
import { escaped, shown } from './text.ts';

/** One bar: its parts follow one another; `note` follows the total. */
export interface Bar {
  readonly name: string;
  readonly parts: readonly {
    readonly name: string;
    readonly tone: number;
    readonly value: number;
    readonly faint?: boolean;
  }[];
  readonly note: string;
}

const width = 620;
const nameWidth = 140;
const noteWidth = 130;
const rowHeight = 34;
const barHeight = 20;

function drawBar(bar: Bar, at: (value: number) => number, row: number): string {
  const y = row * rowHeight + 8;
  const middle = y + barHeight / 2;
  let from = 0;
  const parts = bar.parts.map(({ name, tone, value, faint }) => {
    const [start, end] = [at(from), at(from + value)];
    from += value;
    const title = escaped(`${bar.name}, ${name}: ${shown(value)}`);
    const size = `x="${start.toFixed(1)}" y="${y}" width="${Math.max(0, end - start).toFixed(1)}" height="${barHeight}"`;
    return `<rect class="bar tone${tone}${faint === true ? ' rest' : ''}" ${size}><title>${title}</title></rect>`;
  });
  const name = `<text class="label end" x="${nameWidth - 10}" y="${middle}" dy="4">${escaped(bar.name)}</text>`;
  const total = `<tspan class="strong">${shown(from)}</tspan> ${escaped(bar.note)}`;
  return `${name}${parts.join('')}<text class="label" x="${(at(from) + 8).toFixed(1)}" y="${middle}" dy="4">${total}</text>`;
}

/** The bars as an SVG element. */
export function barChart(bars: readonly Bar[]): string {
  const most = Math.max(...bars.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0)), 0);
  const scale = linearScale(most, { from: nameWidth, to: width - noteWidth });
  const rows = bars.map((bar, row) => drawBar(bar, scale.at, row));
  return `<svg viewBox="0 0 ${width} ${bars.length * rowHeight + 8}" role="img">${rows.join('')}</svg>`;
}
