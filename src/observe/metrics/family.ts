/**
 * One family of metrics as Prometheus shows it, read from our own counters when it is asked for: noting a number must not
 * cost a hash of its labels (issue 7, item 5).
 */
import type { Metric, Registry } from 'prom-client';

/** Labels by name; their values are from a bounded set. */
export type Labels = Readonly<Record<string, string>>;

/** One number; `metricName` is stated where it is not the family's, as in histograms. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  readonly metricName?: string;
}

/** A family: its samples are read at every scrape. `over` says how those of several processes become one, `sum` unless told. */
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

/** A gauge's family of which the greatest of several processes counts. */
export function greatest(name: string, help: string, samples: Family['samples']): Family {
  return { name, help, type: 'gauge', over: 'max', samples };
}

const noPlaces: ReadonlySet<number> = new Set();

/** The counts that are not zero, and those at `shown` whatever they are (a rate does not see what a series begins with), labelled by their places. */
export function counted(counts: Float64Array, labels: (at: number) => Labels, shown = noPlaces): Sample[] {
  const samples: Sample[] = [];
  counts.forEach((value, at) => (value > 0 || shown.has(at)) && samples.push({ labels: labels(at), value }));
  return samples;
}

/** Lets `registry` show a family. Throws an Error for a name that it has already. */
export function register(registry: Registry, { name, help, type, over = 'sum', samples }: Family): void {
  const get = (): object => ({ name, help, type, aggregator: over, values: samples() });
  registry.registerMetric({ name, help, type, aggregator: over, get, reset: () => undefined } as unknown as Metric);
}
