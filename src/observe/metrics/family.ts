/**
 * One family of metrics as Prometheus shows it. It reads our own counters at each scrape, so that counting does not cost a hash of labels
 * (issue 7, item 5).
 */
import type { Metric, Registry } from 'prom-client';

/** Labels by name; their values come from a bounded set. */
export type Labels = Readonly<Record<string, string>>;

/** One number; `metricName` is present where it is not the family's, as in histograms. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  readonly metricName?: string;
}

/** A family, whose samples are read at every scrape. `over` says how the values of several processes are combined; default: `sum`. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly over?: 'sum' | 'max';
  readonly samples: () => readonly Sample[];
}

/** A counter's family. Its name ends in `_total`. */
export function counter(name: string, help: string, samples: Family['samples']): Family {
  return { name, help, type: 'counter', samples };
}

/** A gauge's family. */
export function gauge(name: string, help: string, samples: Family['samples']): Family {
  return { name, help, type: 'gauge', samples };
}

/** A gauge's family that shows the greatest value of several processes. */
export function greatest(name: string, help: string, samples: Family['samples']): Family {
  return { name, help, type: 'gauge', over: 'max', samples };
}

const noPlaces: ReadonlySet<number> = new Set();

/**
 * The counts that are not zero, and those at the places `shown` in any case (a rate misses the value that a series starts with), labelled
 * by place.
 */
export function counted(counts: Float64Array, labels: (at: number) => Labels, shown = noPlaces): Sample[] {
  const samples: Sample[] = [];
  counts.forEach((value, at) => (value > 0 || shown.has(at)) && samples.push({ labels: labels(at), value }));
  return samples;
}

/** Registers a family. Throws an Error for a name that is already registered. */
export function register(registry: Registry, { name, help, type, over = 'sum', samples }: Family): void {
  const get = (): object => ({ name, help, type, aggregator: over, values: samples() });
  registry.registerMetric({ name, help, type, aggregator: over, get, reset: () => undefined } as unknown as Metric);
}
