/**
 * Adds up the metrics of all processes of a service (issue 7, item 5). The last known counts of an ended process stay in the sums for good:
 * without them every counter would seem to be reset.
 */
import { AggregatorRegistry, Registry } from 'prom-client';
import { counter, register } from './family.ts';
import type { MetricsData, ProcessMetrics } from './metrics.ts';

/** The metrics of a changing set of processes. */
export class Gathering {
  readonly #last = new Map<number, MetricsData>();
  /** For each scrape in progress: the processes that have left since it began. */
  readonly #leavers = new Set<Set<number>>();
  /** The sums of ended processes. The promise chain keeps two scrapes at once from losing each other's sums. */
  #ended: Promise<MetricsData> = Promise.resolve([]);
  /** What no process can count of itself. */
  readonly #own = new Registry();

  /** `deaths`: how many processes have died. */
  constructor(deaths: () => number = () => 0) {
    const help = 'Processes that died (a crash, a hang, no memory), as counted by the primary: it replaces them.';
    const samples = () => [{ labels: {}, value: deaths() }];
    register(this.#own, counter('gavel_process_deaths_total', help, samples));
  }

  /** Takes the final counts of a process that is leaving: it answers no more, and its earlier answers are older. */
  noteLast({ pid, data }: ProcessMetrics): void {
    for (const left of this.#leavers) left.add(pid);
    this.#end(pid, data);
  }

  /**
   * The sums in Prometheus' text format: of the answers in `asked`, of the last known counts of running processes that did not answer, and
   * of the counters of ended processes. `pids` returns all running processes.
   */
  async text(asked: Promise<readonly ProcessMetrics[]>, pids: () => ReadonlySet<number>): Promise<string> {
    const left = new Set<number>();
    this.#leavers.add(left);
    // Before what must stay in step with the sums of ended processes.
    const own = await this.#own.getMetricsAsJSON();
    const answers = (await asked).filter(({ pid }) => !left.has(pid));
    this.#leavers.delete(left);
    for (const { pid, data } of answers) this.#last.set(pid, data);
    const running = new Set([...pids(), ...answers.map(({ pid }) => pid)]);
    for (const [pid, data] of this.#last) if (!running.has(pid)) this.#end(pid, data);
    const shown = [...this.#last.values()];
    return AggregatorRegistry.aggregate([...shown, await this.#ended, own]).metrics();
  }

  #end(pid: number, data: MetricsData): void {
    this.#last.delete(pid);
    // Another version of the code may have counts that this one cannot add up. Then only those are lost, not all earlier ones.
    this.#ended = this.#ended.then((ended) => sum([ended, data.filter(isLasting)]).catch(() => ended));
  }
}

/** A gauge of an ended process is meaningless. */
function isLasting({ type }: MetricsData[number]): boolean {
  return String(type) !== 'gauge';
}

async function sum(all: readonly MetricsData[]): Promise<MetricsData> {
  return AggregatorRegistry.aggregate([...all]).getMetricsAsJSON();
}
