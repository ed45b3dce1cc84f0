/** In any order of requests, changes and answers, no request gets a text from before a change that was announced (issue 7, item 3). */
import { setImmediate as turn } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { CachedStore } from '../../src/stored/cached-store.ts';
import type { StoredKey } from '../../src/stored/store.ts';
import { dice } from '../support/chance.ts';
import { cached } from './cached-source.ts';
import { imp } from './imp.ts';

const ids = ['a', 'b', 'c', 'd'] as const;

/** A query that the source has not answered yet. `texts`: as the source read them, some time before it answers. */
interface Query {
  readonly asked: readonly string[];
  texts: readonly (Buffer | undefined)[] | undefined;
  readonly answer: (texts: readonly (Buffer | undefined)[]) => void;
}

/** A source whose texts are version numbers, and which reads and answers when it is told to. Version 0 of a text is none. */
class Source {
  readonly versions = new Map<string, number>(ids.map((id) => [id, 0]));
  /** The version of each text at its last announced change. */
  readonly announced = new Map<string, number>(this.versions);
  readonly #t: Test;
  readonly #roll: (sides: number) => number;
  #queries: Query[] = [];
  /** The keys that are being looked up, as of their last announced change. */
  readonly inFlight = new Set<string>();

  constructor(t: Test, roll: (sides: number) => number) {
    this.#t = t;
    this.#roll = roll;
  }

  fetch = (keys: readonly StoredKey[]): Promise<readonly (Buffer | undefined)[]> => {
    const asked = keys.map(({ id }) => id);
    for (const id of asked) {
      if (this.inFlight.has(id)) this.#t.fail(`two look-ups of ${id} are in flight`);
      this.inFlight.add(id);
    }
    return new Promise((answer) => this.#queries.push({ asked, texts: undefined, answer }));
  };

  /** Changes a text, and announces that it or any may have changed. */
  change(cache: CachedStore<number>): void {
    const id = ids[this.#roll(ids.length)]!;
    this.versions.set(id, this.versions.get(id)! + 1);
    const isAll = this.#roll(3) === 0;
    for (const one of isAll ? ids : [id]) {
      this.announced.set(one, this.versions.get(one)!);
      this.inFlight.delete(one);
    }
    cache.note(isAll ? 'all' : [imp(id)]);
  }

  /** Reads the texts of one open query, or answers it. */
  advance(): void {
    const query = this.#queries[this.#roll(this.#queries.length)];
    if (query === undefined) return;
    const isRead = query.texts !== undefined;
    query.texts ??= query.asked.map((id) => this.#textOf(id));
    if (!isRead) return;
    this.#queries = this.#queries.filter((one) => one !== query);
    // An answered query of before a change leaves a later one of the same key in flight.
    const open = new Set(this.#queries.flatMap(({ asked }) => asked));
    for (const id of query.asked) if (!open.has(id)) this.inFlight.delete(id);
    query.answer(query.texts);
  }

  /** Answers all. */
  finish(): void {
    while (this.#queries.length > 0) this.advance();
  }

  #textOf(id: string): Buffer | undefined {
    const version = this.versions.get(id)!;
    return version === 0 ? undefined : Buffer.from('x'.repeat(version));
  }
}

async function ask(t: Test, source: Source, { cache, keys }: { cache: CachedStore<number>; keys: string[] }) {
  const least = keys.map((id) => source.announced.get(id)!);
  const found = await cache.fetch(keys.map(imp));
  for (const [at, id] of keys.entries()) {
    const version = found[at]?.value ?? 0;
    if (version < least[at]!) t.fail(`${id} has version ${version} after ${least[at]} was announced`);
  }
}

t.test('500 orders of requests, changes and answers', async (t) => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const roll = dice(seed);
    const source = new Source(t, roll);
    const cache = cached({ fetch: source.fetch, close: () => Promise.resolve() }, { timeoutMs: 60_000 });
    const asked: Promise<void>[] = [];
    for (let steps = 10 + roll(60); steps > 0; steps -= 1) {
      const way = roll(8);
      const keys = ids.filter(() => roll(3) === 0);
      if (way < 3) asked.push(ask(t, source, { cache, keys }));
      else if (way === 3) source.change(cache);
      else if (way < 7) source.advance();
      else await (roll(2) === 0 ? Promise.resolve() : turn());
    }
    source.finish();
    await Promise.all(asked);
    if (!t.passing()) return t.comment(`seed ${seed}`);
  }
  t.pass();
});
