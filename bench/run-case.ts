/**
 * Runs one case from its requests to its figures: floor and services under the same full load, in turn.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from './cases.ts';
import { measure, measureInTurn, type Load, type SubjectFigures, type Trial } from './measure.ts';
import { makeRequests } from './requests.ts';
import { startFloor, type BidderPlaces, type Subject } from './subjects.ts';

/** What all cases of a run share; `tell` reports progress. */
export interface Bench {
  readonly dir: string;
  readonly bidders: BidderPlaces;
  readonly rounds: number;
  readonly seconds: number;
  readonly tell: (text: string) => void;
}

/** A case's figures in a closed loop, the floor's first. */
export interface CaseResult {
  readonly name: string;
  readonly concurrency: number;
  readonly bidsPerAnswer: number;
  readonly full: readonly SubjectFigures[];
}

const bodyCount = 500;
const seed = 20_250;
const lateAfterTmaxMs = 50;

/** Writes a case's requests to a file, one per line, and returns the load that sends them. */
export function makeLoad(dir: string, { name, shape, concurrency }: Case, seconds: number): Load {
  const bodiesFile = join(dir, `${name.replaceAll(/\W+/g, '-')}.jsonl`);
  writeFileSync(bodiesFile, makeRequests(shape, bodyCount, seed).join('\n'));
  return { arrivals: { concurrency }, seconds, lateMs: shape.tmaxMs + lateAfterTmaxMs, bodiesFile };
}

/** The service's answers, on average. */
interface Sample {
  readonly bytes: number;
  readonly bids: number;
}

/** Sends a few of the case's requests; throws if one fails or none gets a bid, because the case would then measure nothing. */
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

/** Starts the floor that a case is compared with: it calls the same bidders, and its answer is as long as the first service's. */
export async function startCaseFloor(
  { bidders }: Bench,
  one: Case,
  services: readonly Subject[],
): Promise<{ readonly floor: Subject; readonly bidsPerAnswer: number }> {
  const samples: Sample[] = [];
  for (const service of services) samples.push(await sampleAnswers(service, one));
  const { bytes, bids } = samples[0]!;
  return { floor: await startFloor(bidders, one.shape, bytes), bidsPerAnswer: bids };
}

/** A subject is warm once two runs in a row cost at least this share of its cheapest run so far; until then code is being compiled. */
const settledShare = 0.97;
const settledRuns = 2;
const mostWarmUps = 10;

/** Sends each trial's load, without counting it, until the cost of an auction has settled. */
export async function warmUp(trials: readonly Trial[], tell: Bench['tell']): Promise<void> {
  for (const trial of trials) {
    let least = Infinity;
    let settled = 0;
    for (let run = 0; run < mostWarmUps && settled < settledRuns; run += 1) {
      const { cpuUs } = await measure(trial);
      tell(`  warm-up ${run + 1}, ${trial.name}: ${cpuUs.toFixed(0)} µs`);
      settled = cpuUs >= least * settledShare ? settled + 1 : 0;
      least = Math.min(least, cpuUs);
    }
  }
}

/** Runs one case in a closed loop against its own floor and every service. */
export async function runCase(bench: Bench, one: Case, services: readonly Subject[]): Promise<CaseResult> {
  bench.tell(`case: ${one.name}`);
  const load = makeLoad(bench.dir, one, bench.seconds);
  const { floor, bidsPerAnswer } = await startCaseFloor(bench, one, services);
  try {
    const trials = [floor, ...services].map((subject) => ({ name: subject.name, subject, load }));
    await warmUp(trials, bench.tell);
    const full = await measureInTurn(trials, bench.rounds, bench.tell);
    return { name: one.name, concurrency: one.concurrency, bidsPerAnswer, full };
  } finally {
    await floor.stop();
  }
}
