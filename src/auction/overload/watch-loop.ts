/** Drives the overload gate with a timer, and reports now and then that it refuses (issue 'Overload'; issue 7, 'Must hold'). */
import type { Refused } from '../../observe/metrics/guard-families.ts';
import { seldom } from '../../seldom.ts';
import { OverloadGate, type OverloadRules, tickMs } from './gate.ts';
import type { Backlog } from './queue-watch.ts';

/** A gate whose timers run until `stop`. */
export interface WatchedGate {
  readonly gate: OverloadGate;
  stop(): void;
}

/** How often to check for new refusals, in milliseconds. */
const checkMs = 1000;

/**
 * Starts a gate on this process's clock, without keeping the process alive. New refusals are reported to `onRefused`, at most once a
 * minute.
 */
export function watchLoop(
  rules: OverloadRules,
  backlog: Backlog,
  onRefused: (sinceStart: Refused) => void,
): WatchedGate {
  const gate = new OverloadGate(rules, backlog, performance.now());
  const report = seldom(onRefused);
  let lastSum = 0;
  const check = (): void => {
    const { refused } = gate;
    const sum = refused.loop + refused.queue + refused.inFlight;
    if (sum > lastSum) report(refused);
    lastSum = sum;
  };
  const timers = [setInterval(() => gate.tick(performance.now()), tickMs), setInterval(check, checkMs)];
  for (const timer of timers) timer.unref();
  return { gate, stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
