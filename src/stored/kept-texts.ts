/** The memory of a cache of stored data: bounded, and how long each text is believed (issue 7: 'bounded LRU with TTL and jitter'). */
import { LRUCache } from 'lru-cache';
import { ownText } from '../openrtb/own-text.ts';

/** A stored text beside what was read from it once. */
export interface Cached<T> {
  readonly text: Uint8Array;
  readonly value: T;
}

/** What is known of one key; times are of `performance.now()`. */
export interface Kept<T> {
  /** undefined: the source has no such key. */
  readonly found: Cached<T> | undefined;
  readonly askedAtMs: number;
  /** From here on it is read again while it still serves. */
  readonly agesAtMs: number;
  /** From here on it serves only when the source cannot be asked. */
  readonly endsAtMs: number;
}

/** What is kept of a key beside its text. */
const entryBytes = 100;

/** Absent keys have a share of their own: clients that make up ids cannot push out what is used. */
const absentShare = 8;

function sizeCalculation<T>({ found }: Kept<T>, name: string): number {
  return 2 * name.length + (found?.text.byteLength ?? 0) + entryBytes;
}

/** Kept texts by name, at most `maxBytes` of them. */
export class KeptTexts<T> {
  readonly #found: LRUCache<string, Kept<T>>;
  readonly #absent: LRUCache<string, Kept<T>>;
  readonly #ttlMs: number;
  #believedFromMs = -Infinity;

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

  /** True when the text may serve without asking. */
  isBelieved({ askedAtMs, endsAtMs }: Kept<T>, nowMs: number): boolean {
    return nowMs < endsAtMs && askedAtMs >= this.#believedFromMs;
  }

  /** Keeps what the source answered to a question of `askedAtMs`. Lifetimes differ by a fifth, so that texts read together are not read again together. */
  set(name: string, found: Cached<T> | undefined, askedAtMs: number): void {
    const lifeMs = this.#ttlMs * (0.8 + 0.2 * Math.random());
    const kept: Kept<T> = { found, askedAtMs, agesAtMs: askedAtMs + 0.75 * lifeMs, endsAtMs: askedAtMs + lifeMs };
    const [into, outOf] = found === undefined ? [this.#absent, this.#found] : [this.#found, this.#absent];
    outOf.delete(name);
    into.set(ownText(name), kept);
  }

  /** Forgets `name` for good. */
  delete(name: string): void {
    this.#found.delete(name);
    this.#absent.delete(name);
  }

  /** Believes nothing any more that was asked before `nowMs`; it still serves when the source cannot be asked. */
  doubtAll(nowMs: number): void {
    this.#believedFromMs = nowMs;
  }
}
