/** Keeps what a store answered: bounded, expiring, one look-up per key however many auctions miss at once. */
import { LRUCache } from 'lru-cache';
import { RequestError } from '../errors.ts';
import type { Store, StoredKey, StoredKind } from './store.ts';

/** A stored text beside what was read from it once. */
export interface Cached<T> {
  readonly text: Uint8Array;
  readonly value: T;
}

/** How long and how much a cache keeps. `read` turns a text into what is kept beside it; it must not throw. */
export interface CacheRules<T> {
  readonly maxBytes: number;
  readonly ttlMs: number;
  /** How long one look-up waits for the store, in milliseconds. */
  readonly timeoutMs: number;
  readonly read: (kind: StoredKind, text: Uint8Array) => T;
}

/** What is kept of an absent key is small but not nothing. */
const absentBytes = 100;

/** A cache in front of one store. */
export class CachedStore<T> {
  readonly #store: Store;
  readonly #cache: LRUCache<string, { readonly found: Cached<T> | undefined }>;
  readonly #pending = new Map<string, Promise<Cached<T> | undefined>>();
  readonly #rules: CacheRules<T>;

  constructor(store: Store, rules: CacheRules<T>) {
    this.#store = store;
    this.#rules = rules;
    this.#cache = new LRUCache({
      maxSize: rules.maxBytes,
      sizeCalculation: (entry, key) => key.length + (entry.found?.text.byteLength ?? 0) + absentBytes,
      ttl: rules.ttlMs,
    });
  }

  /** What is known without asking the store: the entry, `undefined` for known to be absent, or 'unknown'. */
  peek(key: StoredKey): Cached<T> | undefined | 'unknown' {
    const entry = this.#cache.get(`${key.kind}/${key.id}`);
    return entry === undefined ? 'unknown' : entry.found;
  }

  /** The entries of `keys`, in their order. Rejects with a `RequestError` 503 when the store cannot be asked in time. */
  async fetch(keys: readonly StoredKey[]): Promise<readonly (Cached<T> | undefined)[]> {
    const missing = keys.filter((key) => this.peek(key) === 'unknown' && !this.#pending.has(`${key.kind}/${key.id}`));
    if (missing.length > 0) this.#ask(missing);
    const found = keys.map((key) => {
      const known = this.peek(key);
      return known === 'unknown' ? this.#pending.get(`${key.kind}/${key.id}`) : known;
    });
    return found.some((one) => one instanceof Promise)
      ? inTime(Promise.all(found), this.#rules.timeoutMs)
      : Promise.all(found);
  }

  /** Ends the store. */
  close(): Promise<void> {
    return this.#store.close();
  }

  /** The text on a buffer of its own: a message to another thread copies a view's whole buffer. */
  #entry(kind: StoredKind, bytes: Uint8Array): Cached<T> {
    const text = new Uint8Array(bytes);
    return { text, value: this.#rules.read(kind, text) };
  }

  #ask(keys: readonly StoredKey[]): void {
    const answer = this.#store.fetch(keys);
    keys.forEach((key, at) => {
      const name = `${key.kind}/${key.id}`;
      const one = answer.then((texts) => {
        const found = texts[at] && this.#entry(key.kind, texts[at]);
        this.#cache.set(name, { found });
        return found;
      });
      this.#pending.set(name, one);
      const settled = (): void => void this.#pending.delete(name);
      one.then(settled, settled);
    });
  }
}

/** The value of `promise`, or a `RequestError` 503 after `timeoutMs` or when it rejects. */
async function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), timeoutMs);
  });
  try {
    return await Promise.race([promise, expired]);
  } catch {
    throw new RequestError(503, ['stored data cannot be read now: try again later']);
  } finally {
    clearTimeout(timer);
  }
}
