/** Counts values in buckets: an addition or two per value, and no allocation (issue 7, item 5). */
import type { Family, Labels, Sample } from './family.ts';

/** Upper ends of buckets, ascending, in the unit of the values; `perUnit` converts them to the unit shown to Prometheus. */
export interface Buckets {
  readonly ends: Float64Array;
  readonly perUnit: number;
  /** The label `le` of each bucket; +Inf last. */
  readonly les: readonly string[];
}

/** Buckets of milliseconds, shown in seconds. */
export function millisecondBuckets(...ends: readonly number[]): Buckets {
  return buckets(ends, 0.001);
}

/** Buckets shown without conversion. */
export function plainBuckets(...ends: readonly number[]): Buckets {
  return buckets(ends, 1);
}

function buckets(ends: readonly number[], perUnit: number): Buckets {
  const les = ends.map((end) => String(Number((end * perUnit).toPrecision(12))));
  return { ends: Float64Array.from(ends), perUnit, les: [...les, '+Inf'] };
}

/** One histogram. */
export class Histogram {
  readonly #buckets: Buckets;
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(all: Buckets) {
    this.#buckets = all;
    this.#counts = new Float64Array(all.ends.length + 1);
  }

  /** Adds one value, in the unit of the buckets. */
  note(value: number): void {
    const { ends } = this.#buckets;
    let at = 0;
    while (at < ends.length && value > ends[at]!) at++;
    this.#counts[at]!++;
    this.#sum += value;
  }

  /** The number of values so far. */
  get count(): number {
    return this.#counts.reduce((sum, one) => sum + one, 0);
  }

  /** The samples for Prometheus, for a family called `name`. */
  samples(name: string, labels: Labels): Sample[] {
    const { les, perUnit } = this.#buckets;
    let below = 0;
    const counted = les.map((le, at): Sample => {
      below += this.#counts[at]!;
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
    });
    const sum = { metricName: `${name}_sum`, labels, value: this.#sum * perUnit };
    return [...counted, sum, { metricName: `${name}_count`, labels, value: below }];
  }
}

/** A family of histograms, each with its own labels; empty ones are left out. */
export function histograms(name: string, help: string, all: () => Iterable<readonly [Labels, Histogram]>): Family {
  const samples = (): Sample[] => {
    const shown: Sample[] = [];
    for (const [labels, one] of all()) if (one.count > 0) shown.push(...one.samples(name, labels));
    return shown;
  };
  return { name, help, type: 'histogram', samples };
}
