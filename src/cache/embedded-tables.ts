/** The embedded store's two tables: values by id, and ids by lifetime in the order in which they expire (traps, 'LMDB'). */
import { open, type Database, type RootDatabase } from 'lmdb';
import type { CachedValue, CachePut } from './bid-cache.ts';
import type { StoreFolder } from './embedded-folder.ts';
import { expiryKey, expiryValue, readEntry, readValue, valueOf, type ExpiryEntry } from './embedded-records.ts';

/** A value with what the tables keep beside it. */
export interface Writing {
  readonly put: CachePut;
  /** Seconds on the store's clock. */
  readonly expiresAt: number;
  readonly pages: number;
}

/** How large the store is, in pages. */
export interface StoreSize {
  readonly used: number;
  /** Pages of the file, used or free. */
  readonly file: number;
}

interface TreeStats {
  readonly treeBranchPageCount: number;
  readonly treeLeafPageCount: number;
  readonly overflowPages: number;
}

type Stats = TreeStats & {
  readonly pageSize: number;
  readonly root: TreeStats;
  readonly free: TreeStats;
  readonly lastPageNumber: number;
};

const binary = { encoding: 'binary', keyEncoding: 'binary' } as const;

/** Each process takes the place of one reader: a service may have 256, one more while it restarts, and a second service may share the folder. */
const maxReaders = 600;

/**
 * The library would take the system's page, which is 16 or 64 KiB on some machines (Apple's, some kernels of arm64): the same cap would
 * keep less there, and the smallest next to nothing.
 */
const pageBytes = 4096;

/** The tables of one environment, which several processes may share. */
export class EmbeddedTables {
  readonly pageBytes: number;
  readonly #root: RootDatabase<Buffer, Buffer>;
  readonly #values: Database<Buffer, Buffer>;
  readonly #expiries: Database<Buffer, Buffer>;

  constructor({ path, isOfThisBoot }: StoreFolder, mapBytes: number) {
    this.#root = open<Buffer, Buffer>({
      path,
      mapSize: mapBytes,
      pageSize: pageBytes,
      maxDbs: 2,
      maxReaders,
      noSync: isOfThisBoot,
      eventTurnBatching: false,
      ...binary,
    });
    this.#values = this.#root.openDB<Buffer, Buffer>({ name: 'values', ...binary });
    this.#expiries = this.#root.openDB<Buffer, Buffer>({ name: 'expiries', ...binary });
    try {
      this.pageBytes = (this.#values.getStats() as Stats).pageSize;
    } catch (error) {
      // A timer of the library's would stumble over the snapshot that there is not, and end the process.
      void this.#root.close();
      throw error;
    }
  }

  /** Gives back the slots of readers that died: their snapshots keep pages from being used again. */
  forgetDeadReaders(): void {
    this.#root.readerCheck();
  }

  size(): StoreSize {
    const values = this.#values.getStats() as Stats;
    const expiries = this.#expiries.getStats() as Stats;
    const metaPages = 2;
    const used = metaPages + pagesOf(values) + pagesOf(expiries) + pagesOf(values.root) + pagesOf(values.free);
    return { used, file: values.lastPageNumber + 1 };
  }

  /**
   * The entries in the order in which they leave, read as they are asked for: those that have expired, then those that were kept
   * first, whatever their lifetime, so that a store full of long-lived values still keeps short-lived ones.
   */
  *leaving(nowSeconds: number): Generator<ExpiryEntry> {
    const queues = Array.from(this.#lifetimes(), (lifetime) => this.#queue(lifetime));
    const urgency = ({ keptAt, expiresAt }: ExpiryEntry): number => (expiresAt <= nowSeconds ? 0 : keptAt);
    try {
      let fronts = queues.flatMap((queue) => frontOf(queue));
      while (fronts.length > 0) {
        const next = fronts.reduce((a, b) => (urgency(b.entry) < urgency(a.entry) ? b : a));
        yield next.entry;
        fronts = fronts.flatMap((front) => (front === next ? frontOf(front.queue) : [front]));
      }
    } finally {
      for (const queue of queues) queue.return();
    }
  }

  /** The classes of lifetimes that there are. */
  *#lifetimes(): Generator<number> {
    for (let from = 0; ;) {
      const [found] = this.#expiries.getKeys({ start: Buffer.of(from), limit: 1 });
      if (found === undefined) return;
      yield found[0]!;
      from = found[0]! + 1;
    }
  }

  /** The entries of one class of lifetimes, the soonest to expire first: nearly the order in which they were kept. */
  *#queue(lifetime: number): Queue {
    const range = { start: Buffer.of(lifetime), end: Buffer.of(lifetime + 1) };
    for (const { key, value } of this.#expiries.getRange(range)) yield readEntry(Buffer.from(key), value);
  }

  /** Removes and adds in one transaction; resolves when it is done, rejects when it failed as a whole. */
  async write(removed: readonly ExpiryEntry[], added: readonly Writing[]): Promise<void> {
    try {
      await this.#root.batch(() => {
        for (const { key, id } of removed) {
          void this.#expiries.remove(key);
          void this.#values.remove(id);
        }
        for (const { put, expiresAt, pages } of added) {
          const id = Buffer.from(put.id, 'latin1');
          void this.#values.put(id, valueOf(put, expiresAt));
          void this.#expiries.put(expiryKey(put.ttlSeconds, expiresAt, id), expiryValue(pages, put.ttlSeconds));
        }
      });
    } catch (error) {
      // The library also rejects a promise of its own, which nobody else would catch.
      const { commitError } = error as { commitError?: Promise<unknown> };
      commitError?.catch(() => undefined);
      throw error;
    }
  }

  /** What lies under `id` and expires after `nowSeconds`. */
  get(id: string, nowSeconds: number): CachedValue | undefined {
    const bytes = this.#values.getBinary(Buffer.from(id, 'latin1'));
    return bytes && readValue(bytes, nowSeconds);
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}

function pagesOf({ treeBranchPageCount, treeLeafPageCount, overflowPages }: TreeStats): number {
  return treeBranchPageCount + treeLeafPageCount + overflowPages;
}

type Queue = Generator<ExpiryEntry, void, undefined>;

/** The next entry of a queue, none at its end. */
function frontOf(queue: Queue): { readonly entry: ExpiryEntry; readonly queue: Queue }[] {
  const { value } = queue.next();
  return value === undefined ? [] : [{ entry: value, queue }];
}
