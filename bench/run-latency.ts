/**
 * Latency at constant rates: finds the highest rate that a service holds, then measures its added latency, and the floor's, at half
 * that rate.
 */
import { mainCase } from './cases.ts';
import { measure, measureInTurn, type SubjectFigures } from './measure.ts';
import { makeLoad, startCaseFloor, type Bench } from './run-case.ts';
import type { Subject } from './subjects.ts';

/** The highest rate that a subject held, in auctions per second; 0 if it held none. */
export interface HeldRate {
  readonly name: string;
  readonly ratePerSecond: number;
}

/** Every subject's figures at one constant rate, the floor's first. */
export interface HalfRateResult {
  readonly ratePerSecond: number;
  readonly figures: readonly SubjectFigures[];
}

/** The limits of figure 3: no fault, no late answer, and 99 of 100 answers within this time beyond the bidders' own. */
const heldAddedP99Ms = 10;
const searchSteps = 6;
/** A rate counts as not held if it fails this many times in a row: once, the machine may just have been busy. */
const attempts = 2;

async function holds(bench: Bench, subject: Subject, ratePerSecond: number): Promise<boolean> {
  const load = { ...makeLoad(bench.dir, mainCase, bench.seconds), arrivals: { ratePerSecond } };
  for (let left = attempts; left > 0; left -= 1) {
    const { failed, late, addedP99Ms } = await measure({ name: subject.name, subject, load });
    const held = failed === 0 && late === 0 && addedP99Ms < heldAddedP99Ms;
    const why = held ? 'held' : `${failed} failed, ${late} late`;
    bench.tell(`  ${subject.name} at ${ratePerSecond}/s: +p99 ${addedP99Ms.toFixed(1)} ms, ${why}`);
    if (held) return true;
  }
  return false;
}

/** Binary search below `fullRatePerSecond`, the rate of the closed loop. */
export async function findHeldRate(bench: Bench, subject: Subject, fullRatePerSecond: number): Promise<HeldRate> {
  bench.tell(`highest rate: ${subject.name}`);
  let low = 0;
  let high = Math.max(2, Math.floor(fullRatePerSecond));
  for (let left = searchSteps; left > 0 && high - low > 1; left -= 1) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(bench, subject, middle)) low = middle;
    else high = middle;
  }
  return { name: subject.name, ratePerSecond: low };
}

/** Runs floor and services at one constant rate, in alternation. */
export async function runHalfRate(
  bench: Bench,
  services: readonly Subject[],
  ratePerSecond: number,
): Promise<HalfRateResult> {
  bench.tell(`added latency at ${ratePerSecond}/s`);
  const load = { ...makeLoad(bench.dir, mainCase, bench.seconds), arrivals: { ratePerSecond } };
  const { floor } = await startCaseFloor(bench, mainCase, services);
  try {
    const trials = [floor, ...services].map((subject) => ({ name: subject.name, subject, load }));
    await measure(trials[0]!);
    return { ratePerSecond, figures: await measureInTurn(trials, bench.rounds, bench.tell) };
  } finally {
    await floor.stop();
  }
}
