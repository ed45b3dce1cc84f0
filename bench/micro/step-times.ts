/**
 * Times the functions that a hop is composed of where they run: every exported function of workers/ and of the stages, with what it
 * calls (whole) and without (own). Clock time, so that only the median of many auctions says something.
 */
import { median } from '../measure.ts';
import { watchCalls } from './traced.ts';

/** One function's microseconds per auction: with all it calls, and its own share. */
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
  readonly wholes: number[];
  readonly owns: number[];
}

/** Collects one auction after the other. */
class StepClock {
  readonly steps = new Map<string, Step>();
  #innerUs = 0;

  /** Makes a watched call and counts its time. */
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

  endAuction(): void {
    for (const step of this.steps.values()) {
      step.wholes.push(step.wholeUs);
      step.owns.push(step.ownUs);
      step.wholeUs = 0;
      step.ownUs = 0;
    }
  }

  #step(name: string): Step {
    const known = this.steps.get(name);
    if (known) return known;
    const step: Step = { calls: 0, wholeUs: 0, ownUs: 0, wholes: [], owns: [] };
    this.steps.set(name, step);
    return step;
  }
}

/** Runs `auction` (one auction a call) for about `ms` milliseconds after as long a warm-up; in the order of first use. */
export function timeSteps(auction: () => unknown, ms: number): StepTime[] {
  const runFor = (afterEach: () => void): void => {
    for (const endMs = performance.now() + ms; performance.now() < endMs; afterEach()) auction();
  };
  runFor(() => undefined);
  const clock = new StepClock();
  let auctions = 0;
  watchCalls((name, call, args) => clock.time(name, () => call(...args)));
  runFor(() => {
    auctions += 1;
    clock.endAuction();
  });
  watchCalls((_name, call, args) => call(...args));
  return [...clock.steps].map(([name, { calls, wholes, owns }]) => ({
    name,
    callsPerAuction: calls / auctions,
    wholeUs: median(wholes),
    ownUs: median(owns),
  }));
}
