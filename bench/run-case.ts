/**
 * One case from its requests to its figures: how fast each subject goes when it is full, and how late it answers at half of that.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import { measure, measureInTurn, type Load, type SubjectFigures } from './measure.ts';
import { makeRequests } from './requests.ts';
import { startFloor, type Subject } from './subjects.ts';

/** What every case of a run shares. */
export interface Bench {
  readonly dir: string;
  readonly endpoints: Readonly<Record<string, string>>;
  readonly services: readonly Subject[];
  readonly rounds: number;
  readonly seconds: number;
}

/** A case's figures: full (closed loop), and at half of the slowest subject's full rate (open loop). */
export interface CaseResult {
  readonly name: string;
  readonly bidsPerAnswer: number;
  readonly full: readonly SubjectFigures[];
  readonly halfRatePerSecond: number;
  readonly half: readonly SubjectFigures[];
}

const bodyCount = 500;
const seed = 20_250;
const lateAfterTmaxMs = 50;
/** The floor's answer when no service is there to take the length from. */
const assumedAnswerBytes = 8192;

/** Writes a case's requests as a file of lines and gives the load that sends them. */
export function makeLoad(dir: string, { name, shape, concurrency }: Case, seconds: number): Load {
  const bodiesFile = join(dir, `${name.replaceAll(/\W+/g, '-')}.jsonl`);
  writeFileSync(bodiesFile, makeRequests(shape, bodyCount, seed).join('\n'));
  return { arrivals: { concurrency }, seconds, lateMs: shape.tmaxMs + lateAfterTmaxMs, bodiesFile };
}

/** What an answer of the service is like, in the mean. */
interface Sample {
  readonly bytes: number;
  readonly bids: number;
}

/** Sends a few of the case's requests; throws when one fails or none brings a bid, since that would measure nothing. */
async function sampleAnswers(subject: Subject, { name, shape }: Case): Promise<Sample> {
  const bodies = makeRequests(shape, 10, seed);
  let bytes = 0;
  let bids = 0;
  for (const body of bodies) {
    const response = await fetch(subject.url, { method: 'POST', body, signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${subject.name}, case "${name}": ${response.status} ${text}`);
    const answer = JSON.parse(text) as { seatbid?: { bid: unknown[] }[] };
    bytes += Buffer.byteLength(text);
    bids += (answer.seatbid ?? []).reduce((sum, seat) => sum + seat.bid.length, 0);
  }
  if (bids === 0) throw new Error(`${subject.name}, case "${name}": no bids in ${bodies.length} answers`);
  return { bytes: Math.round(bytes / bodies.length), bids: bids / bodies.length };
}

/** Runs one case against the floor and every service. With `half`, the open loop at half rate is run too. */
export async function runCase(bench: Bench, one: Case, half: boolean): Promise<CaseResult> {
  const load = makeLoad(bench.dir, one, bench.seconds);
  const samples: Sample[] = [];
  for (const service of bench.services) samples.push(await sampleAnswers(service, one));
  const floor = await startFloor(bench.endpoints, one.shape, samples[0]?.bytes ?? assumedAnswerBytes);
  try {
    const subjects = [floor, ...bench.services];
    for (const subject of subjects) await measure(subject, load); // warms it up
    const full = await measureInTurn(subjects, load, bench.rounds);
    const slowest = Math.min(...full.map((figures) => figures.ratePerSecond));
    const halfRatePerSecond = half ? Math.max(1, Math.floor(slowest / 2)) : 0;
    const halfLoad = { ...load, arrivals: { ratePerSecond: halfRatePerSecond } };
    const atHalf = half ? await measureInTurn(subjects, halfLoad, bench.rounds) : [];
    return { name: one.name, bidsPerAnswer: samples[0]?.bids ?? 0, full, halfRatePerSecond, half: atHalf };
  } finally {
    await floor.stop();
  }
}

/** The limits of figure 3: no fault, none late, and 99 of 100 answers within this beyond the bidders' own time. */
const heldAddedP99Ms = 10;
const shares = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1];

/** The highest constant rate that a subject holds, tried downwards from `fullRatePerSecond`; 0 when it holds none. */
export async function findHeldRate(subject: Subject, load: Load, fullRatePerSecond: number): Promise<number> {
  for (const share of shares) {
    const ratePerSecond = Math.max(1, Math.floor(fullRatePerSecond * share));
    const figures = await measure(subject, { ...load, arrivals: { ratePerSecond } });
    if (figures.failed === 0 && figures.late === 0 && figures.addedP99Ms < heldAddedP99Ms) return ratePerSecond;
  }
  return 0;
}
