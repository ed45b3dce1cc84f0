/**
 * Adds up the metrics of all processes of a service (issue 7, item 5). What a process had counted when it was last heard
 * stays in the sums for ever, or its end would look like a restart of everything.
 */
import { AggregatorRegistry } from 'prom-client';
import type { MetricsData, ProcessMetrics } from './metrics.ts';

/** The metrics of a changing set of processes. */
export class Gathering {
  readonly #last = new Map<number, MetricsData>();
  /** Of each question that is under way: who has left since it was asked. */
  readonly #leftSince = new Set<Set<number>>();
  /** Settles in the order of the questions: two who ask at once must not lose each other's sums. */
  #ended: Promise<MetricsData> = Promise.resolve([]);

  /** Takes what a process has counted that leaves: it answers no more, and what it has answered before is older. */
  noteLast({ pid, data }: ProcessMetrics): void {
    for (const left of this.#leftSince) left.add(pid);
    this.#end(pid, data);
  }

  /**
   * The sums in Prometheus' text format: of the answers to the question that is `asked`, of what processes in `pids` that did not
   * answer last said, and of the counters of those that have ended. `pids` gives all that run.
   */
  async text(asked: Promise<readonly ProcessMetrics[]>, pids: () => ReadonlySet<number>): Promise<string> {
    const left = new Set<number>();
    this.#leftSince.add(left);
    const answers = (await asked).filter(({ pid }) => !left.has(pid));
    this.#leftSince.delete(left);
    for (const { pid, data } of answers) this.#last.set(pid, data);
    const running = new Set([...pids(), ...answers.map(({ pid }) => pid)]);
    for (const [pid, data] of this.#last) if (!running.has(pid)) this.#end(pid, data);
    const shown = [...this.#last.values()];
    return AggregatorRegistry.aggregate([...shown, await this.#ended]).metrics();
  }

  #end(pid: number, data: MetricsData): void {
    this.#last.delete(pid);
    // Another version of the code may count what this one cannot add up: that is lost, not all that ended before.
    this.#ended = this.#ended.then((ended) => sum([ended, data.filter(lastsForEver)]).catch(() => ended));
  }
}

/** A gauge of a process that has ended says nothing. */
function lastsForEver({ type }: MetricsData[number]): boolean {
  return String(type) !== 'gauge';
}

async function sum(all: readonly MetricsData[]): Promise<MetricsData> {
  return AggregatorRegistry.aggregate([...all]).getMetricsAsJSON();
}
