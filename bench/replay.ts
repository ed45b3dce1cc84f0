/**
 * Plays captured auctions again (`npm run bench:replay -- FILE`, issue 6, item 3): the same requests at a rate of choice, bidders
 * that answer as they did; says which answers differ, and how fast they came. `--help` says how.
 */
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CapturedAuction } from '../src/observe/capture-record.ts';
import { runTool } from './command.ts';
import { readAuctions } from './fixture-file.ts';
import type { Answer } from './replay/compare.ts';
import { Judge, recordedAnswer, type ReplayReport } from './replay/judge.ts';
import { readOptions, type ReplayOptions } from './replay/options.ts';
import { reached, startPlace, startRecordedFarm, type Place, type RecordedFarm } from './replay/places.ts';
import { reportText } from './replay/report-text.ts';
import { sendAll, warmUp } from './replay/send.ts';
import { commitOf, machineOf, writeBeside } from './result-file.ts';

const root = join(import.meta.dirname, '..');
const progressEveryMs = 500;
/** Where lines stay, as in a log. */
const lineEveryMs = 2000;

/** Runs the command; gives whether every answer came and none differs. */
async function replay(options: ReplayOptions, scratch: string): Promise<boolean> {
  const auctions = readAuctions(options.file);
  if (auctions.length === 0) throw new Error(`${options.file} is empty: capture auctions first (capture.path)`);
  process.stderr.write(`${auctions.length} auctions: starting the bidders of the file and the service\n`);
  const farm = await startRecordedFarm(options.file, options.farmPort);
  const reports: { [name: string]: ReplayReport } = {};
  let answers: ReadonlyMap<CapturedAuction, Answer> = new Map();
  try {
    // The baseline goes first: its answers are what ours are compared with when the file has none.
    for (const start of placesOf(options, { farm, scratch })) {
      const place = await start();
      const before = answers;
      const played = await play(place, auctions, {
        options,
        expected: (auction) => before.get(auction) ?? recordedAnswer(auction),
      });
      await place.stop();
      reports[place.name] = played.report;
      answers = played.answers;
    }
  } finally {
    const counts = await farm.counts().catch(() => ({ calls: 0, unknown: 0 }));
    await farm.stop();
    tell(options, { reports, counts });
  }
  if (options.record !== undefined) writeBeside(options.record, recordText(auctions, answers));
  return Object.values(reports).every(({ unanswered, different }) => unanswered + different === 0);
}

/** The services to play against, one after the other. */
function placesOf(
  { service, baseline, config, set }: ReplayOptions,
  { farm, scratch }: { readonly farm: RecordedFarm; readonly scratch: string },
): (() => Promise<Place>)[] {
  if (service !== undefined) {
    const { origin: base } = new URL(service);
    return [() => reached({ name: 'service', base, stop: () => Promise.resolve() })];
  }
  const common = { config: config && resolve(config), farmPort: farm.port, set };
  const started = (name: string, dir: string) => () =>
    startPlace({ ...common, name, dir, scratch: mkdtempSync(join(scratch, `${name}-`)) });
  return [...(baseline === undefined ? [] : [started('baseline', baseline)]), started('service', root)];
}

interface Playing {
  readonly options: ReplayOptions;
  readonly expected: (auction: CapturedAuction) => Answer | undefined;
}

/** Plays all auctions against one service; of each auction the last answer is kept. */
async function play(
  { name, base }: Place,
  auctions: readonly CapturedAuction[],
  { options, expected }: Playing,
): Promise<{ report: ReplayReport; answers: ReadonlyMap<CapturedAuction, Answer> }> {
  await warmUp(base, auctions);
  const judge = new Judge(expected);
  const answers = new Map<CapturedAuction, Answer>();
  const total = auctions.length * options.repeat;
  const { isTTY } = process.stderr;
  const show = (): void =>
    void process.stderr.write(isTTY ? `\r${name}: ${judge.progress(total)}   ` : `${name}: ${judge.progress(total)}\n`);
  const timer = setInterval(show, isTTY ? progressEveryMs : lineEveryMs);
  await sendAll(base, auctions, {
    pace: options,
    onAnswer: (auction, answer, latencyMs) => {
      judge.note(auction, answer, latencyMs);
      if (answer !== null && (options.record ?? options.baseline) !== undefined) answers.set(auction, answer);
    },
  });
  clearInterval(timer);
  if (isTTY) process.stderr.write('\n');
  return { report: judge.report(), answers };
}

interface Told {
  readonly reports: { readonly [name: string]: ReplayReport };
  readonly counts: { readonly calls: number; readonly unknown: number };
}

function tell({ file, rate, speed, repeat, result }: ReplayOptions, { reports, counts }: Told): void {
  if (Object.keys(reports).length === 0) return;
  const when = new Date();
  const path = result ?? join(root, 'bench/results', `replay-${when.toISOString().replaceAll(/[:.]/g, '-')}.json`);
  const facts = {
    when,
    commit: commitOf(root),
    machine: machineOf(),
    file,
    rate,
    speed,
    repeat,
    calls: counts,
    reports,
  };
  process.stdout.write(`${reportText(reports, counts)}\n`);
  process.stdout.write(`\n${writeBeside(path, `${JSON.stringify(facts, null, 2)}\n`)}\n`);
}

function recordText(auctions: readonly CapturedAuction[], answers: ReadonlyMap<CapturedAuction, Answer>): string {
  const lines = auctions.map((auction) => {
    const answer = answers.get(auction);
    const body = answer && { status: answer.status, elapsedMs: 0, body: answer.text };
    return JSON.stringify(body === undefined ? auction : { ...auction, answer: body });
  });
  return `${lines.join('\n')}\n`;
}

const wrong = 2;
await runTool(
  'replay',
  async (scratch) => ((await replay(readOptions(process.argv.slice(2)), scratch)) ? 0 : 1),
  wrong,
);
