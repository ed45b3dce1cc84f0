/** The memory of a cache of stored data: bounded in size, with a lifetime for each text (issue 7: 'bounded LRU with TTL and jitter'). */
import { LRUCache } from 'lru-cache';
import { ownText } from '../openrtb/own-text.ts';

/** A stored text and the value that was derived from it once. */
export interface Cached<T> {
  readonly text: Uint8Array;
  readonly value: T;
}

/** What is known of one key; times are of `performance.now()`. */
export interface Kept<T> {
  /** undefined: the source has no such key. */
  readonly found: Cached<T> | undefined;
  readonly askedAtMs: number;
  /** From this instant the text is read again, while it is still served. */
  readonly refreshAtMs: number;
  /** From this instant the text is served only when the source cannot be reached. */
  readonly staleAtMs: number;
  /** Until this instant the text is served without a query, because the source has refused one for it. */
  restUntilMs: number;
}

/** Bytes that an entry takes beside its name and text. */
const entryBytes = 100;

/** Absent keys get this fraction (1/8) of the memory in addition: clients that make up ids cannot evict texts in use. */
const absentShare = 8;

function sizeCalculation<T>({ found }: Kept<T>, name: string): number {
  return 2 * name.length + (found?.text.byteLength ?? 0) + entryBytes;
}

/** Kept texts by name, `maxBytes` of them at most, plus absent names. */
export class KeptTexts<T> {
  readonly #found: LRUCache<string, Kept<T>>;
  readonly #absent: LRUCache<string, Kept<T>>;
  readonly #ttlMs: number;
  #freshFromMs = -Infinity;

  constructor(maxBytes: number, ttlMs: number) {
    this.#found = new LRUCache({ maxSize: maxBytes, sizeCalculation });
    this.#absent = new LRUCache({ maxSize: Math.max(1, Math.floor(maxBytes / absentShare)), sizeCalculation });
    this.#ttlMs = ttlMs;
  }

  /** How many keys are kept. */
  get size(): number {
    return this.#found.size + this.#absent.size;
  }

  /** How many bytes they take. */
  get bytes(): number {
    return this.#found.calculatedSize + this.#absent.calculatedSize;
  }

  /** What is kept under `name`, however old. */
  get(name: string): Kept<T> | undefined {
    return this.#found.get(name) ?? this.#absent.get(name);
  }

  /** True when the entry may be served without a query. */
  isFresh({ askedAtMs, staleAtMs }: Kept<T>, nowMs: number): boolean {
    return nowMs < staleAtMs && askedAtMs >= this.#freshFromMs;
  }

  /**
   * Keeps the answer to a query sent at `askedAtMs`. Lifetimes vary by a fifth, so that texts read together are not all read again at once.
   */
  set(name: string, found: Cached<T> | undefined, askedAtMs: number): void {
    const lifeMs = this.#ttlMs * (0.8 + 0.2 * Math.random());
    const [refreshAtMs, staleAtMs] = [askedAtMs + 0.75 * lifeMs, askedAtMs + lifeMs];
    const kept: Kept<T> = { found, askedAtMs, refreshAtMs, staleAtMs, restUntilMs: -Infinity };
    const [into, outOf] = found === undefined ? [this.#absent, this.#found] : [this.#found, this.#absent];
    outOf.delete(name);
    into.set(ownText(name), kept);
  }

  /** Serves what is kept under `name` without a query until `untilMs`. */
  rest(name: string, untilMs: number): void {
    const kept = this.get(name);
    if (kept !== undefined) kept.restUntilMs = untilMs;
  }

  /** Forgets `name`. */
  delete(name: string): void {
    this.#found.delete(name);
    this.#absent.delete(name);
  }

  /** Makes everything queried before `nowMs` stale: it is served only when the source cannot be reached. */
  doubtAll(nowMs: number): void {
    this.#freshFromMs = nowMs;
  }
}
