/** Keeps bids in this host (decisions, 'Caching'; traps, 'LMDB'): batched writes, expiry, and a cap that the disk never passes. */
import { reasonOf } from '../error-text.ts';
import type { BidCache, CachedValue, CachePut } from './bid-cache.ts';
import { openTables } from './embedded-open.ts';
import type { ExpiryEntry } from './embedded-records.ts';
import type { EmbeddedTables, Writing } from './embedded-tables.ts';
import { PageBudget } from './page-budget.ts';
import { watchStore } from './watch-store.ts';

/** Where and how much; `nowMs` is a clock in milliseconds that all processes of a folder have, that of this boot when not stated. */
export interface EmbeddedOptions {
  readonly path: string;
  readonly maxBytes: number;
  readonly nowMs?: () => number;
  /** Told when the store's folder is removed while it is in use. */
  readonly onGone?: (error: Error) => void;
  /** Lets folders of other forms be: a process of another version has begun one beside this. */
  readonly leavesOthers?: boolean;
}

interface Waiting {
  readonly put: CachePut;
  readonly untilMs: number;
  readonly settle: (id: string) => void;
}

/** A store in the folder `path`, which several processes may share. The caller bounds the bytes that wait. */
export class EmbeddedCache implements BidCache {
  hindrance = '';
  readonly #path: string;
  readonly #tables: EmbeddedTables;
  readonly #unwatch: () => void;
  readonly #budget: PageBudget;
  readonly #nowMs: () => number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  /** Throws an Error that names `cache.path` when the folder cannot be used. */
  constructor({ path, maxBytes, nowMs, onGone = () => undefined, leavesOthers = false }: EmbeddedOptions) {
    const { tables, file, isOfThisBoot } = openTables(path, maxBytes, leavesOthers);
    this.#path = path;
    this.#tables = tables;
    this.#unwatch = watchStore(file, onGone);
    this.#tables.forgetDeadReaders();
    this.#budget = new PageBudget(maxBytes, tables);
    this.#nowMs = nowMs ?? (isOfThisBoot ? sinceBootMs : Date.now);
  }

  put(puts: readonly CachePut[], untilMs: number): Promise<readonly string[]> {
    const ids = puts.map((put) => new Promise<string>((settle) => this.#waiting.push({ put, untilMs, settle })));
    this.#writing ??= this.#writeAll();
    return Promise.all(ids);
  }

  async get(id: string): Promise<CachedValue | undefined> {
    return this.#tables.get(id, this.#nowMs() / 1000);
  }

  async close(): Promise<void> {
    this.#unwatch();
    await this.#writing;
    await this.#tables.close();
  }

  /** One transaction after the other: what arrives while one is under way goes into the next together. */
  async #writeAll(): Promise<void> {
    // A run that has nothing to write must not end before `put` has taken note of it.
    await undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      let isWritten = false;
      try {
        isWritten = batch.length === 0 || (await this.#write(batch));
      } catch (error) {
        // The disk is full or broken: these bids are not kept, and the next ones for a while are not tried.
        this.hindrance = `cache.path ${this.#path} cannot be written (${reasonOf(error)}): make room there, if its disk is full`;
        this.#budget.noteWrite(false);
      }
      for (const { put, settle } of batch) settle(isWritten ? put.id : '');
    }
    this.#writing = undefined;
  }

  /** The puts that one transaction takes; those that came too late, or are too large for the store, end here. */
  #nextBatch(): (Waiting & Writing)[] {
    const nowMs = performance.now();
    const nowSeconds = this.#nowMs() / 1000;
    const batch: (Waiting & Writing)[] = [];
    let room = this.#budget.batchPages;
    let taken = 0;
    for (const one of this.#waiting) {
      const pages = this.#budget.pagesFor(one.put.value.byteLength);
      if (one.untilMs < nowMs || pages > this.#budget.batchPages) one.settle('');
      else if (pages > room) break;
      else {
        room -= pages;
        batch.push({ ...one, expiresAt: Math.ceil(nowSeconds + one.put.ttlSeconds), pages });
      }
      taken++;
    }
    this.#waiting = this.#waiting.slice(taken);
    return batch;
  }

  /** False when the store takes nothing now: even to remove is to write, and would make the file grow. */
  async #write(writings: readonly Writing[]): Promise<boolean> {
    const size = this.#tables.size();
    if (!this.#budget.mayWrite(size.file)) return false;
    const needed = writings.reduce((sum, { pages }) => sum + pages, 0);
    await this.#tables.write(this.#leaving(size.used + needed - this.#budget.usedPages), writings);
    this.#budget.noteWrite(true);
    this.hindrance = '';
    return true;
  }

  /**
   * What is removed: entries that have expired, and those kept first until `surplusPages` are free. It is twice what a
   * transaction adds, at most: every page that it touches is written anew before the old one is free.
   */
  #leaving(surplusPages: number): ExpiryEntry[] {
    const nowSeconds = this.#nowMs() / 1000;
    const leaving: ExpiryEntry[] = [];
    let pages = 0;
    for (const entry of this.#tables.leaving(nowSeconds)) {
      const mustLeave = entry.expiresAt <= nowSeconds || pages < surplusPages;
      if (!mustLeave || pages >= 2 * this.#budget.batchPages) break;
      leaving.push(entry);
      pages += entry.pages;
    }
    return leaving;
  }
}

/** A clock that nobody sets: setting the one of days would end every bid, or keep it for good. */
function sinceBootMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
