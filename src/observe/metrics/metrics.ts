/** All metrics of one process, as data that the process of the admin port adds up (issue 7, item 5). */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { greatest, register, type Family } from './family.ts';
import { openFilesFamily } from './open-files.ts';

/** A process's metrics as data that survives JSON: what `Registry.getMetricsAsJSON` gives. */
export type MetricsData = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What a process answers when it is asked for its metrics. */
export interface ProcessMetrics {
  readonly pid: number;
  readonly data: MetricsData;
}

/** How finely the event loop's delay is measured. */
const loopResolutionMs = 10;

/** The metrics of this process; they cost nothing until they are read. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #loop = monitorEventLoopDelay({ resolution: loopResolutionMs });

  /** Throws an Error for two families of one name. */
  constructor(families: readonly Family[]) {
    this.#loop.enable();
    collectDefaultMetrics({ register: this.#registry });
    // Ours says the same of the time since it was read, with the worst of several processes.
    for (const { name } of this.#registry.getMetricsAsArray()) {
      if (name.startsWith('nodejs_eventloop_lag')) this.#registry.removeSingleMetric(name);
    }
    for (const family of [...families, this.#loopFamily(), openFilesFamily()]) register(this.#registry, family);
  }

  /** As data for `Gathering`. */
  async data(): Promise<ProcessMetrics> {
    return { pid: process.pid, data: await this.#registry.getMetricsAsJSON() };
  }

  /** Ends the measurements. */
  close(): void {
    this.#loop.disable();
    this.#registry.clear();
  }

  #loopFamily(): Family {
    const samples = () => {
      const loop = this.#loop;
      if (loop.count === 0) return [];
      const delays = { '0.5': loop.percentile(50), '0.99': loop.percentile(99), '1': loop.max };
      loop.reset();
      return Object.entries(delays).map(([quantile, delay]) => ({ labels: { quantile }, value: seconds(delay) }));
    };
    const help = 'Delay of the event loop since it was last read, by quantile; of several processes the worst.';
    return greatest('gavel_event_loop_delay_seconds', help, samples);
  }
}

/** What a delay is over the time that the measurement itself waits. */
function seconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - loopResolutionMs / 1e3);
}
