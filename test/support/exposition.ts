/** Reads Prometheus' text format strictly, and throws on whatever Prometheus would reject (exposition format 0.0.4). */

/** One sample; its labels in the order in which they came. */
export interface ReadSample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** One family with its samples. */
interface ReadFamily {
  readonly type: string;
  readonly help: string;
  readonly samples: ReadSample[];
}

/** All families by name. */
export class Exposition {
  readonly families = new Map<string, ReadFamily>();

  /** Throws an Error that shows the line which is wrong. */
  constructor(text: string) {
    if (!text.endsWith('\n')) throw new Error('the last line has no end');
    let help: { name: string; text: string } | undefined;
    let family: { name: string; read: ReadFamily } | undefined;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
      if (word === 'HELP') help = { name, text: rest };
      else if (word === 'TYPE') {
        if (help?.name !== name || !/^(?:counter|gauge|histogram|summary)$/.test(rest)) throw new Error(line);
        if (this.families.has(name)) throw new Error(`twice: ${line}`);
        family = { name, read: { type: rest, help: help.text, samples: [] } };
        this.families.set(name, family.read);
      } else if (family === undefined || line.startsWith('#')) throw new Error(line);
      else family.read.samples.push(readSample(line, family.name, family.read.type));
    }
    for (const [name, { type, samples }] of this.families) {
      checkUnique(samples);
      if (type === 'histogram') checkHistogram(name, samples);
    }
  }

  /** The number of series. */
  get size(): number {
    return [...this.families.values()].reduce((sum, { samples }) => sum + samples.length, 0);
  }

  /** The sum of the samples called `name` whose labels include `labels`; 0 for none. */
  value(name: string, labels: { readonly [label: string]: string } = {}): number {
    return this.find(name, labels).reduce((sum, sample) => sum + sample.value, 0);
  }

  /** The samples called `name` whose labels include `labels`. */
  find(name: string, labels: { readonly [label: string]: string } = {}): ReadSample[] {
    const all = [...this.families.values()].flatMap(({ samples }) => samples);
    return all.filter(
      (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels.get(label) === value),
    );
  }
}

function readSample(line: string, family: string, type: string): ReadSample {
  const [, name = '', , inner = '', number = ''] = /^([a-zA-Z_:][\w:]*)(\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const suffixes =
    type === 'histogram' ? ['_bucket', '_sum', '_count'] : type === 'summary' ? ['', '_sum', '_count'] : [''];
  if (!suffixes.some((suffix) => name === family + suffix)) throw new Error(`not of ${family}: ${line}`);
  const labels = new Map<string, string>();
  let rest = inner;
  while (rest !== '') {
    const [whole, label, value] = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/.exec(rest) ?? [];
    if (whole === undefined || labels.has(label!)) throw new Error(line);
    labels.set(label!, value!);
    rest = rest.slice(whole.length);
  }
  const value = Number(number);
  if (!Number.isFinite(value) || (type !== 'gauge' && value < 0)) throw new Error(line);
  return { name, labels, value };
}

function checkUnique(samples: readonly ReadSample[]): void {
  const seen = new Set<string>();
  for (const key of samples.map(keyOf)) {
    if (seen.has(key)) throw new Error(`twice: ${key}`);
    seen.add(key);
  }
}

function checkHistogram(name: string, samples: readonly ReadSample[]): void {
  const buckets = Map.groupBy(
    samples.filter((sample) => sample.name === `${name}_bucket`),
    (sample) => keyOf({ ...sample, name, labels: without(sample.labels, 'le') }),
  );
  for (const [key, list] of buckets) {
    const ends = list.map(({ labels }) => (labels.get('le') === '+Inf' ? Infinity : Number(labels.get('le'))));
    const isSorted = ends.every((end, at) => at === 0 || end > ends[at - 1]!);
    const grows = list.every(({ value }, at) => at === 0 || value >= list[at - 1]!.value);
    const count = samples.find((one) => one.name === `${name}_count` && keyOf({ ...one, name }) === key);
    if (!isSorted || !grows || ends.at(-1) !== Infinity || count?.value !== list.at(-1)!.value) throw new Error(key);
  }
}

function without(labels: ReadonlyMap<string, string>, label: string): Map<string, string> {
  return new Map([...labels].filter(([name]) => name !== label));
}

function keyOf({ name, labels }: ReadSample): string {
  return `${name} ${JSON.stringify([...labels].toSorted())}`;
}
