/** Stores bids on this host (decisions, 'Caching'; traps, 'LMDB'): batched writes, expiry, and a size limit that the file never passes. */
import { reasonOf } from '../error-text.ts';
import type { BidCache, CachedValue, CachePut } from './bid-cache.ts';
import { openTables } from './embedded-open.ts';
import type { ExpiryEntry } from './embedded-records.ts';
import { StoreRoom } from './embedded-room.ts';
import type { EmbeddedTables, Writing } from './embedded-tables.ts';
import { PageBudget } from './page-budget.ts';
import { watchStore } from './watch-store.ts';

/**
 * The folder and its size limit. `nowMs` is a clock in milliseconds that all processes of a folder share; by default the time since boot,
 * or the wall clock where boots cannot be told apart.
 */
export interface EmbeddedOptions {
  readonly path: string;
  readonly maxBytes: number;
  readonly nowMs?: () => number;
  /** Called when the store's folder is removed while in use. */
  readonly onGone?: (error: Error) => void;
  /** Called when the store is damaged and an empty one replaces it; without it the constructor throws. */
  readonly onDamage?: (error: Error) => void;
  /** Keeps folders of other formats: a process of another version uses one beside this. */
  readonly keepsOthers?: boolean;
}

/** More than the pages of trees that a transaction usually copies, beside those of the entries that it adds. */
const treePages = 32;

interface Waiting {
  readonly put: CachePut;
  readonly untilMs: number;
  readonly settle: (id: string) => void;
}

/** A store in the folder `path`, which several processes may share. The caller limits the bytes that wait to be written. */
export class EmbeddedCache implements BidCache {
  hindrance = '';
  readonly #path: string;
  readonly #tables: EmbeddedTables;
  readonly #unwatch: () => void;
  readonly #budget: PageBudget;
  readonly #room: StoreRoom;
  readonly #nowMs: () => number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  /** Throws an Error that names `cache.path` when the folder cannot be used. */
  constructor({ path, maxBytes, nowMs, onGone = () => undefined, onDamage, keepsOthers = false }: EmbeddedOptions) {
    const { tables, file, isOfThisBoot } = openTables({ path, maxBytes, keepsOthers, onDamage });
    this.#path = path;
    this.#tables = tables;
    this.#unwatch = watchStore(file, onGone);
    this.#tables.forgetDeadReaders();
    this.#budget = new PageBudget(maxBytes, tables);
    this.#room = new StoreRoom(file, tables.pageBytes, this.#budget.capPages);
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

  /** Runs one transaction at a time: puts that arrive meanwhile share the next one. */
  async #writeAll(): Promise<void> {
    // `put` must assign `#writing` before this run can end and clear it.
    await undefined;
    while (this.#waiting.length > 0) {
      const batch = this.#nextBatch();
      let isWritten = false;
      try {
        isWritten = batch.length === 0 || (await this.#write(batch));
      } catch (error) {
        // The disk is full or broken: these bids are lost, and writing pauses for a while.
        this.hindrance = `cache.path ${this.#path} cannot be written (${reasonOf(error)}): free space there if its disk is full, else remove what is in it`;
        this.#budget.noteWrite(false);
      }
      for (const { put, settle } of batch) settle(isWritten ? put.id : '');
    }
    this.#writing = undefined;
  }

  /** The puts of the next transaction. Puts that are too late or too large for the store settle here. */
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

  /** Resolves with false when the store cannot be written now: even removing entries writes pages and could grow the file. */
  async #write(writings: readonly Writing[]): Promise<boolean> {
    const size = this.#tables.size();
    if (!this.#budget.mayWrite(size.file)) return false;
    const needed = writings.reduce((sum, { pages }) => sum + pages, 0);
    // Beside its values, a transaction copies the pages of the trees that it changes.
    await this.#room.make(size.file + 2 * needed + treePages);
    await this.#tables.write(this.#entriesToEvict(size.used + needed - this.#budget.usedPages), writings);
    this.#budget.noteWrite(true);
    this.hindrance = '';
    return true;
  }

  /**
   * The entries to evict: expired ones, and the oldest until `surplusPages` are free. It evicts at most twice what a transaction adds,
   * since every page that it touches is copied before the old one is free.
   */
  #entriesToEvict(surplusPages: number): ExpiryEntry[] {
    const nowSeconds = this.#nowMs() / 1000;
    const evicted: ExpiryEntry[] = [];
    let pages = 0;
    for (const entry of this.#tables.evictable(nowSeconds)) {
      const mustLeave = entry.expiresAt <= nowSeconds || pages < surplusPages;
      if (!mustLeave || pages >= 2 * this.#budget.batchPages) break;
      evicted.push(entry);
      pages += entry.pages;
    }
    return evicted;
  }
}

/** A monotonic clock: if the wall clock were set, every bid would expire or none would. */
function sinceBootMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
