/**
 * Keeps what a store answered (issue 7): one look-up per key however many auctions miss at once, texts in use read again before
 * they expire, and old ones served while the store cannot be asked.
 */
import type { StoredKind } from '../config/stored-kinds.ts';
import { UnreadError } from '../errors.ts';
import { inTime } from '../in-time.ts';
import { FaultyQuestion } from './join-look-ups.ts';
import { KeptTexts, type Cached } from './kept-texts.ts';
import { PendingLookUps, type AskedStore } from './pending-look-ups.ts';
import { isStoredId, nameOf, type StoredChange, type StoredEntry, type StoredKey } from './store.ts';

/** How long and how much a cache keeps. `read` turns a text into what is kept beside it; it must not throw. */
export interface CacheRules<T> {
  readonly maxBytes: number;
  readonly ttlMs: number;
  /** How long one look-up waits for the store, in milliseconds. */
  readonly timeoutMs: number;
  /** Told when nothing can serve because the store took longer than that. */
  readonly onLate?: () => void;
  readonly read: (kind: StoredKind, text: Uint8Array) => T;
  /** Told of each text that is new or has changed. */
  readonly onNew?: (key: StoredKey, text: Uint8Array) => void;
}

/** What a cache did since the start, and what it holds. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
  /** Texts served after their time, because the store could not be asked. */
  readonly stale: number;
  /** Questions to the store that failed or were too slow. */
  readonly failures: number;
  readonly entries: number;
  readonly bytes: number;
}

/** What is known without waiting. */
type Known<T> = Cached<T> | undefined | 'unknown';

/** How much longer than `timeoutMs` a look-up may take where this process was too busy to listen, in times of that. */
const busyTimes = 10;

/** How long after a failure known texts serve without a new question. */
const restMs = 1000;

/** A cache in front of one store, which it does not close. */
export class CachedStore<T> {
  readonly #rules: CacheRules<T>;
  readonly #kept: KeptTexts<T>;
  readonly #pending: PendingLookUps<Cached<T>>;
  readonly #counts = { hits: 0, misses: 0, stale: 0, failures: 0 };
  #restsUntilMs = -Infinity;

  constructor(store: AskedStore, rules: CacheRules<T>) {
    this.#rules = rules;
    this.#kept = new KeptTexts(rules.maxBytes, rules.ttlMs);
    this.#pending = new PendingLookUps(store, {
      read: (key, text) => this.#entry(key, text),
      onFound: (key, found, askedAtMs) => this.#kept.set(nameOf(key), found, askedAtMs),
      onAnswer: () => void (this.#restsUntilMs = -Infinity),
      onFailure: (error, isGivenUp) => this.#noteFailure(isGivenUp ? 0 : 1, error),
    });
  }

  /** For metrics. */
  get counts(): CacheCounts {
    return { ...this.#counts, entries: this.#kept.size, bytes: this.#kept.bytes };
  }

  /**
   * The entries of `keys`, in their order. Rejects with an `UnreadError` when the store cannot be asked in time for one
   * that was never known: nobody waits past `lastAtMs`, an instant of `performance.now()`, while the look-up goes on for others.
   */
  async fetch(keys: readonly StoredKey[], lastAtMs = Infinity): Promise<readonly (Cached<T> | undefined)[]> {
    const nowMs = performance.now();
    const ask: StoredKey[] = [];
    const found = keys.map((key) => this.#known(key, nowMs, ask));
    if (ask.length > 0) this.#pending.ask(ask, nowMs);
    return found.includes('unknown') ? this.#wait(keys, found, lastAtMs - nowMs) : (found as (Cached<T> | undefined)[]);
  }

  /** Takes a change of the source into account: named keys are forgotten, 'all' is doubted. */
  note(change: StoredChange): void {
    if (change === 'all') return this.#kept.doubtAll(performance.now());
    for (const key of change) {
      this.#kept.delete(nameOf(key));
      this.#pending.outdate(key);
    }
  }

  /** Keeps `entries` as if the store had just answered them. */
  keep(entries: readonly StoredEntry[]): void {
    this.note(entries);
    for (const { kind, id, text } of entries) {
      this.#kept.set(nameOf({ kind, id }), this.#entry({ kind, id }, text), performance.now());
    }
  }

  /** What serves at once, else 'unknown'; a key that must be read goes to `ask`. */
  #known(key: StoredKey, nowMs: number, ask: StoredKey[]): Known<T> {
    const kept = this.#kept.get(nameOf(key));
    if (kept === undefined && !isStoredId(key.id)) return undefined;
    // A store that has just failed is not asked again for what can serve without it.
    const rests = kept !== undefined && nowMs < this.#restsUntilMs;
    const isBelieved = kept !== undefined && this.#kept.isBelieved(kept, nowMs);
    const isYoung = isBelieved && nowMs < kept.agesAtMs;
    if (!isYoung && !rests && !this.#pending.has(key)) ask.push(key);
    if (isBelieved) this.#counts.hits++;
    else if (rests) this.#counts.stale++;
    else this.#counts.misses++;
    return isBelieved || rests ? kept.found : 'unknown';
  }

  /** `found` with what is under way in place of 'unknown'; what does not come in time is taken from before. */
  async #wait(
    keys: readonly StoredKey[],
    found: readonly Known<T>[],
    leftMs: number,
  ): Promise<(Cached<T> | undefined)[]> {
    const pending = keys.map((key, at) => (found[at] === 'unknown' ? this.#pending.answerTo(key) : undefined));
    const { timeoutMs } = this.#rules;
    const busyMs = Math.min(busyTimes * timeoutMs, leftMs - timeoutMs);
    const settled = await inTime(Promise.allSettled(pending), Math.min(timeoutMs, leftMs), busyMs);
    // Who had less time than that says nothing of the store, unless others had asked before.
    const isLate =
      settled === undefined && (leftMs >= timeoutMs || keys.some((key) => this.#pending.isOlder(key, timeoutMs)));
    if (isLate) this.#noteFailure(this.#pending.giveUp(keys.filter((_, at) => found[at] === 'unknown')));
    return keys.map((key, at) => {
      const known = found[at];
      if (known !== 'unknown') return known;
      const answer = settled?.[at];
      if (pending[at] !== undefined && answer?.status === 'fulfilled') return answer.value;
      const kept = this.#kept.get(nameOf(key));
      if (kept === undefined && isLate) this.#rules.onLate?.();
      if (kept === undefined) throw new UnreadError();
      // What is asked for one by one may have come meanwhile.
      if (!this.#kept.isBelieved(kept, performance.now())) this.#counts.stale++;
      return kept.found;
    });
  }

  /** The text on a buffer of its own (a message to another thread copies a view's whole buffer); an unchanged text is not read again. */
  #entry(key: StoredKey, bytes: Uint8Array): Cached<T> {
    const before = this.#kept.get(nameOf(key))?.found;
    if (before !== undefined && Buffer.compare(before.text, bytes) === 0) return before;
    const text = new Uint8Array(bytes);
    this.#rules.onNew?.(key, text);
    return { text, value: this.#rules.read(key.kind, text) };
  }

  /** `questions`: how many are counted. One that hangs is no more than one, however many wait for it. */
  #noteFailure(questions: number, error?: unknown): void {
    this.#counts.failures += questions;
    // Ids that a source refuses may be strangers': for them nobody else's texts become old.
    if (!(error instanceof FaultyQuestion)) this.#restsUntilMs = performance.now() + restMs;
  }
}
