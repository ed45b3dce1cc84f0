/**
 * Adds up the metrics of all processes of a service (issue 7, item 5). What a process had counted when it was last heard
 * stays in the sums for ever, or its end would look like a restart of everything.
 */
import { AggregatorRegistry } from 'prom-client';
import type { MetricsData, ProcessMetrics } from './metrics.ts';

/** The metrics of a changing set of processes. */
export class Gathering {
  readonly #last = new Map<number, MetricsData>();
  /** Settles in the order of the questions: two who ask at once must not lose each other's sums. */
  #ended: Promise<MetricsData> = Promise.resolve([]);

  /**
   * The sums in Prometheus' text format: of `answers`, of what processes in `pids` that did not answer last said, and of the
   * counters of those that have ended. `pids` are all that run.
   */
  async text(answers: readonly ProcessMetrics[], pids: ReadonlySet<number>): Promise<string> {
    for (const { pid, data } of answers) this.#last.set(pid, data);
    const heard = new Set(answers.map(({ pid }) => pid));
    for (const [pid, data] of this.#last) {
      if (pids.has(pid) || heard.has(pid)) continue;
      this.#last.delete(pid);
      this.#ended = this.#ended.then((ended) => sum([ended, data.filter(lastsForEver)]));
    }
    const running = [...this.#last.values()];
    return AggregatorRegistry.aggregate([...running, await this.#ended]).metrics();
  }
}

/** A gauge of a process that has ended says nothing. */
function lastsForEver({ type }: MetricsData[number]): boolean {
  return String(type) !== 'gauge';
}

function sum(all: readonly MetricsData[]): Promise<MetricsData> {
  return AggregatorRegistry.aggregate([...all]).getMetricsAsJSON();
}
