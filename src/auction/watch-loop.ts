/** Ticks the overload gate: the only clock it has; and tells, now and then, that it refuses (issue 'Overload'; issue 7, 'Must hold'). */
import type { Refused } from '../observe/metrics/guard-families.ts';
import { seldom } from '../seldom.ts';
import { Overload, type OverloadRules, tickMs } from './overload.ts';
import type { Backlog } from './queue-watch.ts';

/** A gate that is ticked until `stop`. */
export interface WatchedGate {
  readonly gate: Overload;
  stop(): void;
}

/** How often refusals are looked for, in milliseconds. */
const lookMs = 1000;

/** Starts a gate on this process's clock; it does not keep the process alive. `onRefused` is told of refusals, at most once a minute. */
export function watchLoop(
  rules: OverloadRules,
  backlog: Backlog,
  onRefused: (sinceStart: Refused) => void,
): WatchedGate {
  const gate = new Overload(rules, backlog, performance.now());
  const tell = seldom(onRefused);
  let known = 0;
  const look = (): void => {
    const { refused } = gate;
    const sum = refused.loop + refused.queue + refused.inFlight;
    if (sum > known) tell(refused);
    known = sum;
  };
  const timers = [setInterval(() => gate.tick(performance.now()), tickMs), setInterval(look, lookMs)];
  for (const timer of timers) timer.unref();
  return { gate, stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
