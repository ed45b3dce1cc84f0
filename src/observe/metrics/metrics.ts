/** All metrics of one process, as data that the process with the admin port adds up (issue 7, item 5). */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { greatest, register, type Family } from './family.ts';
import { openFilesFamily } from './open-files.ts';

/** A process's metrics as JSON data: the result of `Registry.getMetricsAsJSON`. */
export type MetricsData = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** A process's answer to a request for its metrics. */
export interface ProcessMetrics {
  readonly pid: number;
  readonly data: MetricsData;
}

/** The resolution at which the event loop's delay is measured. */
const loopResolutionMs = 10;

/** The metrics of this process. They cost nothing until they are read. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #loop = monitorEventLoopDelay({ resolution: loopResolutionMs });

  /** Throws an Error for two families with the same name. */
  constructor(families: readonly Family[]) {
    this.#loop.enable();
    collectDefaultMetrics({ register: this.#registry });
    // Ours covers the time since it was last read, and combines several processes by their worst.
    for (const { name } of this.#registry.getMetricsAsArray()) {
      if (name.startsWith('nodejs_eventloop_lag')) this.#registry.removeSingleMetric(name);
    }
    for (const family of [...families, this.#loopFamily(), openFilesFamily()]) register(this.#registry, family);
  }

  /** The metrics as data for `Gathering`. */
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
    const help = 'Event loop delay since the last scrape, by quantile; with several processes, the worst.';
    return greatest('gavel_event_loop_delay_seconds', help, samples);
  }
}

/** A measured delay in seconds, without the interval of the measurement itself. */
function seconds(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e9 - loopResolutionMs / 1e3);
}
