/**
 * Queries a store for keys that are not already being looked up (issue 7): one look-up per key in flight, however many auctions want it.
 */
import { FaultyQuery, nameOf, type Store, type StoredKey } from './store.ts';

/** What to do with the store's answers. */
export interface AnswerTerms<Found> {
  /** Derives from a key's text what every waiting caller gets; it must not throw. */
  readonly read: (key: StoredKey, text: Uint8Array) => Found;
  /** Called with each answer that is not outdated, `found` undefined for a missing text, and with the time of the query. */
  readonly onFound: (key: StoredKey, found: Found | undefined, askedAtMs: number) => void;
  /** Called when the store has answered a batch, or has failed to. `isGivenUp`: a caller had already stopped waiting for it. */
  readonly onAnswer: () => void;
  readonly onFailure: (error: unknown, isGivenUp: boolean) => void;
  /** Called when the store has refused a query for this key alone. */
  readonly onRefused: (key: StoredKey) => void;
}

/** One batch in flight. */
interface Batch {
  isGivenUp: boolean;
}

/** One key in flight. `isOutdated`: the key has changed since the query, so the answer is no longer valid. */
interface Pending<Found> {
  readonly batch: Batch;
  readonly answer: Promise<Found | undefined>;
  readonly askedAtMs: number;
  isOutdated: boolean;
}

/** The part of a store that look-ups need. */
export type AskedStore = Pick<Store, 'fetch' | 'asksOneByOne'>;

/** The most keys in flight, outdated ones included: a store that hangs cannot fill the memory. */
const maxPending = 10_000;

/** The unfinished look-ups of one store. */
export class PendingLookUps<Found> {
  readonly #store: AskedStore;
  readonly #terms: AnswerTerms<Found>;
  readonly #pending = new Map<string, Pending<Found>>();
  #inFlight = 0;

  constructor(store: AskedStore, terms: AnswerTerms<Found>) {
    this.#store = store;
    this.#terms = terms;
  }

  /** True when a look-up of the key is in flight. */
  has(key: StoredKey): boolean {
    return this.#pending.has(nameOf(key));
  }

  /** What the key's look-up resolves with, or rejects with; undefined when none is in flight. */
  answerTo(key: StoredKey): Promise<Found | undefined> | undefined {
    return this.#pending.get(nameOf(key))?.answer;
  }

  /** True when the key's look-up began at least `ms` ago. */
  isOlder(key: StoredKey, ms: number): boolean {
    const pending = this.#pending.get(nameOf(key));
    return pending !== undefined && performance.now() - pending.askedAtMs >= ms;
  }

  /** Notes that a caller has stopped waiting for `keys`. Returns how many of their batches nobody had given up before. */
  giveUp(keys: readonly StoredKey[]): number {
    const batches = new Set(keys.flatMap((key) => this.#pending.get(nameOf(key))?.batch ?? []));
    const newlyGivenUp = [...batches].filter(({ isGivenUp }) => !isGivenUp);
    for (const batch of newlyGivenUp) batch.isGivenUp = true;
    return newlyGivenUp.length;
  }

  /** Notes that the key has changed: its look-up in flight still answers those who wait, but does not reach `onFound`. */
  outdate(key: StoredKey): void {
    const name = nameOf(key);
    const pending = this.#pending.get(name);
    if (pending !== undefined) pending.isOutdated = true;
    this.#pending.delete(name);
  }

  /** As `outdate` for every key in flight. */
  outdateAll(): void {
    for (const pending of this.#pending.values()) pending.isOutdated = true;
    this.#pending.clear();
  }

  /** Queries the store for `keys`, in one batch where it takes several. Does nothing when too many keys would be in flight. */
  ask(keys: readonly StoredKey[], askedAtMs: number): void {
    if (this.#inFlight + keys.length > maxPending) return;
    const batches = this.#store.asksOneByOne ? keys.map((key) => [key]) : [keys];
    for (const keysOfBatch of batches) this.#askBatch(keysOfBatch, askedAtMs);
  }

  #askBatch(keys: readonly StoredKey[], askedAtMs: number): void {
    const { read, onFound, onAnswer, onFailure } = this.#terms;
    const batch: Batch = { isGivenUp: false };
    const texts = this.#store.fetch(keys);
    texts.then(onAnswer, (error: unknown) => onFailure(error, batch.isGivenUp));
    keys.forEach((key, at) => {
      const name = nameOf(key);
      const textOfKey = texts.then(
        (all) => all[at],
        (error: unknown) => this.#askAlone(key, keys, error),
      );
      const answer = textOfKey.then((text) => {
        const found = text && read(key, text);
        if (!pending.isOutdated) onFound(key, found, askedAtMs);
        return found;
      });
      const pending: Pending<Found> = { batch, answer, askedAtMs, isOutdated: false };
      this.#pending.set(name, pending);
      this.#inFlight += 1;
      const settled = (): void => {
        this.#inFlight -= 1;
        if (this.#pending.get(name) === pending) this.#pending.delete(name);
      };
      answer.then(settled, settled);
    });
  }

  /**
   * The text of one key of a batch that failed with `error`. After a `FaultyQuery` the fault may be another key's, so this key is asked
   * for alone.
   */
  async #askAlone(key: StoredKey, keys: readonly StoredKey[], error: unknown): Promise<Uint8Array | undefined> {
    try {
      if (keys.length === 1 || !(error instanceof FaultyQuery)) throw error;
      const [text] = await this.#store.fetch([key]);
      return text;
    } catch (ofKey) {
      if (ofKey instanceof FaultyQuery) this.#terms.onRefused(key);
      throw ofKey;
    }
  }
}
