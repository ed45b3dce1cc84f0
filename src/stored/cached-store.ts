/**
 * Caches the answers of a store (issue 7): one look-up per key however many auctions miss at once. Texts in use are read again before they
 * expire, and stale ones are served while the store cannot be reached.
 */
import type { StoredKind } from '../config/stored-kinds.ts';
import { UnreadError } from '../errors.ts';
import { inTime } from '../in-time.ts';
import { KeptTexts, type Cached } from './kept-texts.ts';
import { PendingLookUps, type AskedStore } from './pending-look-ups.ts';
import { FaultyQuery, isStoredId, nameOf, type StoredChange, type StoredEntry, type StoredKey } from './store.ts';

/** How long and how much a cache keeps. `read` derives the value kept beside a text; it must not throw. */
export interface CacheRules<T> {
  readonly maxBytes: number;
  readonly ttlMs: number;
  /** The timeout of one look-up, in milliseconds. */
  readonly timeoutMs: number;
  /** Called when a fetch fails because the store took longer than that. */
  readonly onLate?: () => void;
  readonly read: (kind: StoredKind, text: Uint8Array) => T;
  /** Called with each text that is new or has changed. */
  readonly onNew?: (key: StoredKey, text: Uint8Array) => void;
}

/** What a cache has done since the start, and what it holds. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
  /** Texts served after they expired, because the store could not be reached. */
  readonly stale: number;
  /** Queries to the store that failed or timed out. */
  readonly failures: number;
  readonly entries: number;
  readonly bytes: number;
}

/** What is known of a key without waiting. */
type Known<T> = Cached<T> | undefined | 'unknown';

/** How much longer a look-up may take while this process was too busy to read replies, as a multiple of `timeoutMs`. */
const busyTimes = 10;

/** For how long after a failure known texts, and after a refused query its own, are served without a new query. */
const restMs = 1000;

/** A cache in front of one store, which it does not close. */
export class CachedStore<T> {
  readonly #rules: CacheRules<T>;
  readonly #kept: KeptTexts<T>;
  readonly #pending: PendingLookUps<Cached<T>>;
  readonly #counts = { hits: 0, misses: 0, stale: 0, failures: 0 };
  #restUntilMs = -Infinity;

  constructor(store: AskedStore, rules: CacheRules<T>) {
    this.#rules = rules;
    this.#kept = new KeptTexts(rules.maxBytes, rules.ttlMs);
    this.#pending = new PendingLookUps(store, {
      read: (key, text) => this.#entry(key, text),
      onFound: (key, found, askedAtMs) => this.#kept.set(nameOf(key), found, askedAtMs),
      onAnswer: () => void (this.#restUntilMs = -Infinity),
      onFailure: (error, isGivenUp) => this.#noteFailure(isGivenUp ? 0 : 1, error),
      onRefused: (key) => this.#kept.rest(nameOf(key), performance.now() + restMs),
    });
  }

  /** For metrics. */
  get counts(): CacheCounts {
    return { ...this.#counts, entries: this.#kept.size, bytes: this.#kept.bytes };
  }

  /**
   * The entries of `keys`, each named once, in their order. Rejects with an `UnreadError` when a key that is not cached cannot be read in
   * time. No caller waits past `lastAtMs`, an instant of `performance.now()`; the look-up goes on for others.
   */
  async fetch(keys: readonly StoredKey[], lastAtMs = Infinity): Promise<readonly (Cached<T> | undefined)[]> {
    const nowMs = performance.now();
    const ask: StoredKey[] = [];
    const found = keys.map((key) => this.#known(key, nowMs, ask));
    if (ask.length > 0) this.#pending.ask(ask, nowMs);
    return found.includes('unknown') ? this.#wait(keys, found, lastAtMs - nowMs) : (found as (Cached<T> | undefined)[]);
  }

  /** Applies a change of the source: named keys are forgotten; after 'all', everything cached is stale. */
  note(change: StoredChange): void {
    if (change === 'all') {
      this.#pending.outdateAll();
      return this.#kept.doubtAll(performance.now());
    }
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

  /** What can be served at once, else 'unknown'. Adds the key to `ask` when it must be read. */
  #known(key: StoredKey, nowMs: number, ask: StoredKey[]): Known<T> {
    const kept = this.#kept.get(nameOf(key));
    if (kept === undefined && !isStoredId(key.id)) return undefined;
    // After a failure the store is not queried for keys that can be served without it.
    const isResting = kept !== undefined && nowMs < Math.max(this.#restUntilMs, kept.restUntilMs);
    const isFresh = kept !== undefined && this.#kept.isFresh(kept, nowMs);
    const isDue = !isFresh || nowMs >= kept.refreshAtMs;
    if (isDue && !isResting && !this.#pending.has(key)) ask.push(key);
    if (isFresh) this.#counts.hits++;
    else if (isResting) this.#counts.stale++;
    else this.#counts.misses++;
    return isFresh || isResting ? kept.found : 'unknown';
  }

  /** `found` with each 'unknown' replaced by its answer, or by a stale text when the answer is not there in time. */
  async #wait(
    keys: readonly StoredKey[],
    found: readonly Known<T>[],
    leftMs: number,
  ): Promise<(Cached<T> | undefined)[]> {
    const pending = keys.map((key, at) => (found[at] === 'unknown' ? this.#pending.answerTo(key) : undefined));
    const { timeoutMs } = this.#rules;
    const busyMs = Math.min(busyTimes * timeoutMs, leftMs - timeoutMs);
    const settled = await inTime(Promise.allSettled(pending), Math.min(timeoutMs, leftMs), busyMs);
    // A caller that had less time than `timeoutMs` proves nothing about the store, unless the look-up itself began that long ago.
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
      // Where keys are queried one by one, this one may have been answered meanwhile.
      if (!this.#kept.isFresh(kept, performance.now())) this.#counts.stale++;
      return kept.found;
    });
  }

  /**
   * The entry of a text, copied to its own buffer: posting a view to another thread copies the view's whole buffer. An unchanged text is
   * not read again.
   */
  #entry(key: StoredKey, bytes: Uint8Array): Cached<T> {
    const before = this.#kept.get(nameOf(key))?.found;
    if (before !== undefined && Buffer.compare(before.text, bytes) === 0) return before;
    const text = new Uint8Array(bytes);
    this.#rules.onNew?.(key, text);
    return { text, value: this.#rules.read(key.kind, text) };
  }

  /** `count`: how many failures to count. A query that hangs counts once, however many callers wait for it. */
  #noteFailure(count: number, error?: unknown): void {
    this.#counts.failures += count;
    // Strangers may send ids that the source refuses: that must not make other texts stale.
    if (!(error instanceof FaultyQuery)) this.#restUntilMs = performance.now() + restMs;
  }
}
