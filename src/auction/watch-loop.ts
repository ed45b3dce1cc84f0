/** Ticks the overload gate: the only clock it has (issue 'Overload'). */
import { Overload, type OverloadRules, tickMs } from './overload.ts';
import type { Backlog } from './queue-watch.ts';

/** A gate that is ticked until `stop`. */
export interface WatchedGate {
  readonly gate: Overload;
  stop(): void;
}

/** Starts a gate on this process's clock; it does not keep the process alive. */
export function watchLoop(rules: OverloadRules, backlog: Backlog): WatchedGate {
  const gate = new Overload(rules, backlog, performance.now());
  const timer = setInterval(() => gate.tick(performance.now()), tickMs).unref();
  return { gate, stop: () => clearInterval(timer) };
}
