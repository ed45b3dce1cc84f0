/**
 * Formats a run's result as one self-contained HTML page: figures against targets, charts, and the numbers behind them.
 */
import { judge } from '../figures.ts';
import type { SubjectFigures } from '../measure.ts';
import type { BenchResult } from '../report.ts';
import { spreadText } from '../spread.ts';
import type { RunFacts } from '../result-file.ts';
import { mebibytes } from '../usage.ts';
import { cpuCard, growthCards, kindCard, latencyCard, memoryCard, type Card } from './cards.ts';
import { style } from './style.ts';
import { escaped, shown } from './text.ts';

/** A result with its conditions. */
export interface PageFacts extends RunFacts {
  readonly result: BenchResult;
}

/** A load average above this times the cores means that other processes were busy. */
const busyShare = 2;

function tile(label: string, value: string, note: string): string {
  return `<div class="tile"><span>${escaped(label)}</span><b>${escaped(value)}</b><span>${note}</span></div>`;
}

function targetTiles({ figures }: BenchResult): string[] {
  return judge(figures).flatMap(({ label, value, most, spread }) => {
    if (value === null) return [];
    if (most === null) return [tile(label, value.toFixed(2), 'reported')];
    const isReached = value <= most;
    const verdict = isReached ? '✓ at most' : '✗ over';
    const judged = `<span class="${isReached ? 'good' : 'bad'}">${verdict} ${most}</span>`;
    return [tile(label, value.toFixed(2), spread === null ? judged : `${judged} · ${spreadText(spread)}`)];
  });
}

function plainTiles({ figures, heldRates }: BenchResult): string[] {
  const { addedMsAtHalfRate: added, eventLoopDelayP99Ms: delay, peakResidentBytes: peak } = figures;
  const steady = figures.steadyResidentBytes ?? 0;
  return [
    ...heldRates.map(({ name, ratePerSecond }) =>
      tile(`highest rate, ${name}`, `${shown(ratePerSecond)}/s`, 'no fault, added p99 under 10 ms'),
    ),
    ...(added
      ? [tile('added p50 / p99 / p99.9', [added.p50, added.p99, added.p999].map(shown).join(' / '), 'ms')]
      : []),
    ...(peak === null
      ? []
      : [tile('memory, peak', `${shown(mebibytes(peak))} MiB`, `${shown(mebibytes(steady))} MiB steady`)]),
    ...(delay === null ? [] : [tile('event-loop delay p99', `${shown(delay)} ms`, 'of the main thread')]),
  ];
}

function cardMarkup({ title, text, svg }: Card): string {
  return `<section class="card"><h2>${escaped(title)}</h2><p>${escaped(text)}</p>${svg}</section>`;
}

const columns: readonly (readonly [string, (figures: SubjectFigures) => number])[] = [
  ['auctions/s', ({ ratePerSecond }) => ratePerSecond],
  ['CPU µs', ({ cpuUs }) => cpuUs],
  ['main thread µs', ({ mainThreadUs }) => mainThreadUs],
  ['+p50 ms', ({ addedP50Ms }) => addedP50Ms],
  ['+p99 ms', ({ addedP99Ms }) => addedP99Ms],
  ['+p99.9 ms', ({ addedP999Ms }) => addedP999Ms],
  ['failed', ({ failed }) => failed],
  ['late', ({ late }) => late],
  ['RSS MiB', ({ residentBytes }) => mebibytes(residentBytes)],
  ['loop p99 ms', ({ loopDelayP99Ms }) => loopDelayP99Ms],
];

function tableMarkup({ cases, half, marginal }: BenchResult): string {
  const groups: (readonly [string, readonly SubjectFigures[]])[] = [
    ...cases.map((one) => [one.name, one.full] as const),
    ...(marginal ? [['one more bidder', Object.values(marginal) as SubjectFigures[]] as const] : []),
    ...(half ? [[`at ${half.ratePerSecond}/s`, half.figures] as const] : []),
  ];
  const rows = groups.flatMap(([group, list]) =>
    list.map((figures) => {
      const cells = columns.map(([, read]) => `<td>${shown(read(figures))}</td>`).join('');
      return `<tr><td>${escaped(group)}: ${escaped(figures.name)}</td>${cells}</tr>`;
    }),
  );
  const head = ['', ...columns.map(([name]) => name)].map((name) => `<th>${escaped(name)}</th>`).join('');
  return `<section class="card wide"><h2>All runs</h2><table><tr>${head}</tr>${rows.join('')}</table></section>`;
}

/** The page's markup. */
export function pageOf({ result, machine, commit, when }: PageFacts): string {
  const cards = [cpuCard, latencyCard, growthCards, kindCard, memoryCard].flatMap((make) => make(result));
  const { cpu, cores, node, loadAverage } = machine;
  const date = `${when.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const facts = [`${cores} × ${cpu}`, `Node ${node}`, date, commit === '' ? '' : `commit ${commit}`].filter(Boolean);
  const share = `the simulated bidders used ${(result.farmCpuShare * 100).toFixed(0)} % of a core`;
  const busy =
    loadAverage > busyShare * cores
      ? `<p class="warning">Load average ${shown(loadAverage)}: the machine was busy with more than this, the figures are noise.</p>`
      : '';
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Gavel benchmark, ${escaped(date)}</title><style>${style}</style></head><body><main>`,
    `<h1>Gavel benchmark</h1><p class="facts">${escaped([...facts, share].join(' · '))}</p>${busy}`,
    `<div class="tiles">${[...targetTiles(result), ...plainTiles(result)].join('')}</div>`,
    `<div class="cards">${cards.map(cardMarkup).join('')}${tableMarkup(result)}</div>`,
    '</main></body></html>\n',
  ].join('\n');
}
