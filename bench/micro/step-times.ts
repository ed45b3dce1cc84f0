/**
 * Times the functions that make up a hop, in place: every exported function of workers/ and of the stages, with the functions that it
 * calls (whole) and without them (own). It uses clock time, so only the median of many auctions is meaningful.
 */
import { median } from '../measure.ts';
import { watchCalls } from './traced.ts';

/** One function's microseconds per auction: with everything that it calls, and its own share. */
export interface StepTime {
  readonly name: string;
  readonly callsPerAuction: number;
  readonly wholeUs: number;
  readonly ownUs: number;
}

interface Step {
  calls: number;
  wholeUs: number;
  ownUs: number;
  /** For each kind of auction, the times of all its auctions. */
  readonly wholes: readonly number[][];
  readonly owns: readonly number[][];
}

/** Collects the times of one auction after the other. */
class StepClock {
  readonly steps = new Map<string, Step>();
  readonly #kinds: number;
  #innerUs = 0;

  constructor(kinds: number) {
    this.#kinds = kinds;
  }

  /** Makes a watched call and adds up its time. */
  time(name: string, call: () => unknown): unknown {
    const outerUs = this.#innerUs;
    this.#innerUs = 0;
    const startMs = performance.now();
    try {
      return call();
    } finally {
      const wholeUs = (performance.now() - startMs) * 1000;
      const step = this.#step(name);
      step.calls += 1;
      step.wholeUs += wholeUs;
      step.ownUs += wholeUs - this.#innerUs;
      this.#innerUs = outerUs + wholeUs;
    }
  }

  endAuction(kind: number): void {
    for (const step of this.steps.values()) {
      step.wholes[kind]!.push(step.wholeUs);
      step.owns[kind]!.push(step.ownUs);
      step.wholeUs = 0;
      step.ownUs = 0;
    }
  }

  #step(name: string): Step {
    const known = this.steps.get(name);
    if (known) return known;
    const lists = (): number[][] => Array.from({ length: this.#kinds }, () => []);
    const step: Step = { calls: 0, wholeUs: 0, ownUs: 0, wholes: lists(), owns: lists() };
    this.steps.set(name, step);
    return step;
  }
}

/** The mean of the kinds' medians. */
function meanOf(lists: readonly number[][]): number {
  const medians = lists.filter(({ length }) => length > 0).map(median);
  return medians.reduce((sum, one) => sum + one, 0) / medians.length;
}

/**
 * Runs an auction of each of `kinds` in turn for about `ms` milliseconds after a warm-up of the same length. Returns the steps in the
 * order of first use. Auctions of one kind call the same bidders, because a median over different ones would describe none of them.
 */
export function timeSteps(kinds: readonly (() => unknown)[], ms: number): StepTime[] {
  const runFor = (afterEach: (kind: number) => void): void => {
    const endMs = performance.now() + ms;
    for (let at = 0; performance.now() < endMs; at = (at + 1) % kinds.length) {
      kinds[at]!();
      afterEach(at);
    }
  };
  runFor(() => undefined);
  const clock = new StepClock(kinds.length);
  let auctions = 0;
  watchCalls((name, call, args) => clock.time(name, () => call(...args)));
  runFor((kind) => {
    auctions += 1;
    clock.endAuction(kind);
  });
  watchCalls((_name, call, args) => call(...args));
  return [...clock.steps].map(([name, { calls, wholes, owns }]) => ({
    name,
    callsPerAuction: calls / auctions,
    wholeUs: meanOf(wholes),
    ownUs: meanOf(owns),
  }));
}
