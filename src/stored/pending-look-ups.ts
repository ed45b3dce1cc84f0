/** Asks a store for what nobody has asked for yet (issue 7): one look-up per key under way, however many auctions want it. */
import { FaultyQuestion } from './join-look-ups.ts';
import { nameOf, type Store, type StoredKey } from './store.ts';

/** Who is told of the store's answers. */
export interface AnswerTerms<Found> {
  /** Makes of a key's text what everybody who waits for it gets; it must not throw. */
  readonly read: (key: StoredKey, text: Uint8Array) => Found;
  /** Told of each answer that still holds, undefined for no such text, and when it was asked for. */
  readonly onFound: (key: StoredKey, found: Found | undefined, askedAtMs: number) => void;
  /** Told when the store has answered a batch, and why when it could not; `isGivenUp`: somebody gave it up before. */
  readonly onAnswer: () => void;
  readonly onFailure: (error: unknown, isGivenUp: boolean) => void;
}

/** One batch under way. */
interface Question {
  isGivenUp: boolean;
}

/** One key under way. `isOutdated`: it changed meanwhile, so that the answer holds no more. */
interface Pending<Found> {
  readonly question: Question;
  readonly answer: Promise<Found | undefined>;
  readonly askedAtMs: number;
  isOutdated: boolean;
}

/** As much of a store as is asked. */
export type AskedStore = Pick<Store, 'fetch' | 'asksOneByOne'>;

/** Keys under way at most: a store that hangs cannot fill the memory. */
const maxPending = 10_000;

/** The look-ups of one store that have not ended. */
export class PendingLookUps<Found> {
  readonly #store: AskedStore;
  readonly #terms: AnswerTerms<Found>;
  readonly #pending = new Map<string, Pending<Found>>();

  constructor(store: AskedStore, terms: AnswerTerms<Found>) {
    this.#store = store;
    this.#terms = terms;
  }

  /** True when the key is asked for. */
  has(key: StoredKey): boolean {
    return this.#pending.has(nameOf(key));
  }

  /** What the key's look-up will find, or reject with; undefined when there is none. */
  answerTo(key: StoredKey): Promise<Found | undefined> | undefined {
    return this.#pending.get(nameOf(key))?.answer;
  }

  /** True when the key was asked for `ms` ago, or longer. */
  isOlder(key: StoredKey, ms: number): boolean {
    const pending = this.#pending.get(nameOf(key));
    return pending !== undefined && performance.now() - pending.askedAtMs >= ms;
  }

  /** Notes that somebody waits no longer for `keys`; gives how many batches nobody had given up before. */
  giveUp(keys: readonly StoredKey[]): number {
    const questions = new Set(keys.flatMap((key) => this.#pending.get(nameOf(key))?.question ?? []));
    const fresh = [...questions].filter(({ isGivenUp }) => !isGivenUp);
    for (const question of fresh) question.isGivenUp = true;
    return fresh.length;
  }

  /** Takes a change of the key into account: what is under way goes to those who wait, and is not told. */
  outdate(key: StoredKey): void {
    const name = nameOf(key);
    const pending = this.#pending.get(name);
    if (pending !== undefined) pending.isOutdated = true;
    this.#pending.delete(name);
  }

  /** Asks the store for `keys`, in one batch where it takes several; more than it may hold under way are not asked for. */
  ask(keys: readonly StoredKey[], askedAtMs: number): void {
    if (this.#pending.size + keys.length > maxPending) return;
    const batches = this.#store.asksOneByOne ? keys.map((key) => [key]) : [keys];
    for (const batch of batches) this.#askBatch(batch, askedAtMs);
  }

  #askBatch(keys: readonly StoredKey[], askedAtMs: number): void {
    const { read, onFound, onAnswer, onFailure } = this.#terms;
    const question: Question = { isGivenUp: false };
    const texts = this.#store.fetch(keys);
    texts.then(onAnswer, (error: unknown) => onFailure(error, question.isGivenUp));
    keys.forEach((key, at) => {
      const name = nameOf(key);
      const own = texts.then(
        (all) => all[at],
        (error: unknown) => this.#askAlone(key, keys, error),
      );
      const answer = own.then((text) => {
        const found = text && read(key, text);
        if (!pending.isOutdated) onFound(key, found, askedAtMs);
        return found;
      });
      const pending: Pending<Found> = { question, answer, askedAtMs, isOutdated: false };
      this.#pending.set(name, pending);
      const settled = (): void => void (this.#pending.get(name) === pending && this.#pending.delete(name));
      answer.then(settled, settled);
    });
  }

  /** The text of one of `keys` whose question had this `error`: where others of them may be at fault, others who want it must not pay. */
  async #askAlone(key: StoredKey, keys: readonly StoredKey[], error: unknown): Promise<Uint8Array | undefined> {
    if (keys.length === 1 || !(error instanceof FaultyQuestion)) throw error;
    const [text] = await this.#store.fetch([key]);
    return text;
  }
}
