/**
 * Replays captured auctions (`npm run bench:replay -- FILE`, issue 6, item 3): the same requests at a chosen rate, with the bidders'
 * recorded replies. Reports which answers differ, and the latencies.
 */
import { mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runTool, tell } from './command.ts';
import { auctionsOf, surveyOf, type FileAuction } from './replay/captured-file.ts';
import type { Answer } from './replay/compare.ts';
import { Judge, recordedAnswer, type ReplayReport } from './replay/judge.ts';
import { readOptions, type ReplayOptions } from './replay/options.ts';
import { reached, startPlace, type Place } from './replay/places.ts';
import { startRecordedFarm } from './replay/recorded-farm.ts';
import { reportText } from './replay/report-text.ts';
import { sendAll, warmUp, type Played } from './replay/send.ts';
import { writeBeside, writeJson } from './result-file.ts';

const root = join(import.meta.dirname, '..');
const progressEveryMs = 500;
/** How often progress is printed where lines cannot be overwritten, as in a log. */
const lineEveryMs = 2000;

/** The last answer to each auction, by its line number. */
type Answers = ReadonlyMap<number, Answer>;

/** Runs the command; returns true if every answer came and none differs. */
async function replay(options: ReplayOptions, scratch: string): Promise<boolean> {
  const { file } = options;
  const survey = await surveyOf(file);
  if (survey.auctions === 0) throw new Error(`${file} is empty: capture auctions first (capture.path)`);
  tell(`${survey.auctions} auctions in ${file}: starting the bidders of the file and the service`);
  if (survey.isCut) tell(`${file} ends within a line, which is left out`);
  const farm = await startRecordedFarm(options.farmPort);
  const played = { file, survey, farm };
  const reports: { [name: string]: ReplayReport } = {};
  let answers: Answers = new Map();
  try {
    // The baseline goes first: ours are compared with its answers if the file has none.
    for (const start of placesOf(options, { played, scratch })) {
      const place = await start();
      const before = answers;
      const expected = ({ number, auction }: FileAuction) => before.get(number) ?? recordedAnswer(auction);
      const run = await play(place, played, { options, expected });
      await place.stop();
      reports[place.name] = run.report;
      answers = run.answers;
    }
  } finally {
    await farm.stop();
    showReports(options, reports);
  }
  if (options.record !== undefined) writeBeside(options.record, await recordText(played, answers));
  return Object.values(reports).every(({ unanswered, different }) => unanswered + different === 0);
}

/** Functions that start the services to replay against, one after the other. */
function placesOf(
  { service, baseline, config, set }: ReplayOptions,
  { played, scratch }: { readonly played: Played; readonly scratch: string },
): (() => Promise<Place>)[] {
  if (service !== undefined) {
    const { origin: base } = new URL(service);
    return [() => reached({ name: 'service', base, stop: () => Promise.resolve() })];
  }
  const { farm, survey } = played;
  const { calledAt, hasToken } = survey;
  const common = { config: config && resolve(config), farmPort: farm.port, calledAt, hasToken, set };
  const started = (name: string, dir: string) => () =>
    startPlace({ ...common, name, dir, scratch: mkdtempSync(join(scratch, `${name}-`)) });
  return [...(baseline === undefined ? [] : [started('baseline', baseline)]), started('service', root)];
}

interface Playing {
  readonly options: ReplayOptions;
  readonly expected: (auction: FileAuction) => Answer | undefined;
}

/** Replays all auctions against one service; keeps the last answer to each auction. */
async function play(
  { name, base }: Place,
  played: Played,
  { options, expected }: Playing,
): Promise<{ report: ReplayReport; answers: Answers }> {
  await warmUp(base, played);
  await played.farm.countAnew();
  const judge = new Judge(expected);
  const tellSoFar = (): void =>
    void process.stdout.write(`${reportText({ [`${name}, broken off`]: judge.report() })}\n`);
  process.once('exit', tellSoFar);
  const answers = new Map<number, Answer>();
  const total = played.survey.auctions * options.repeat;
  const { isTTY } = process.stderr;
  const show = (): void =>
    void process.stderr.write(isTTY ? `\r${name}: ${judge.progress(total)}   ` : `${name}: ${judge.progress(total)}\n`);
  const timer = setInterval(show, isTTY ? progressEveryMs : lineEveryMs);
  await sendAll(base, played, {
    pace: options,
    onAnswer: (auction, answer, latencyMs) => {
      judge.note(auction, answer, latencyMs);
      if (answer !== null && (options.record ?? options.baseline) !== undefined) answers.set(auction.number, answer);
    },
  });
  clearInterval(timer);
  if (isTTY) process.stderr.write('\n');
  process.off('exit', tellSoFar);
  return { report: { ...judge.report(), bidders: await played.farm.countAnew() }, answers };
}

function showReports(
  { file, rate, speed, repeat, patient, result }: ReplayOptions,
  reports: { readonly [name: string]: ReplayReport },
): void {
  if (Object.keys(reports).length === 0) return;
  const facts = { file, rate, speed, repeat, patient, reports };
  process.stdout.write(`${reportText(reports)}\n`);
  if (!patient && Object.values(reports).some(({ different }) => different > 0))
    process.stdout.write('\nwhat differs because the machine was too slow for the rate does not with --patient\n');
  process.stdout.write(`\n${writeJson('replay', facts, result)}\n`);
}

async function recordText({ file, survey }: Played, answers: Answers): Promise<string> {
  const lines: string[] = [];
  for await (const { number, auction } of auctionsOf(file, survey)) {
    const answer = answers.get(number);
    const body = answer && { status: answer.status, elapsedMs: 0, body: answer.text };
    lines.push(JSON.stringify(body === undefined ? auction : { ...auction, answer: body }));
  }
  return `${lines.join('\n')}\n`;
}

const wrong = 2;
await runTool(
  'replay',
  async (scratch) => ((await replay(readOptions(process.argv.slice(2)), scratch)) ? 0 : 1),
  wrong,
);
