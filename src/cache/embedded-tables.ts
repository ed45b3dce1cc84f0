/** The embedded store's two tables (traps, 'LMDB'): values by id, and ids by class of lifetime in order of expiry. */
import { open, type Database, type RootDatabase } from 'lmdb';
import type { CachedValue, CachePut } from './bid-cache.ts';
import type { StoreFolder } from './embedded-folder.ts';
import { evictionOrder } from './eviction-order.ts';
import { expiryKey, expiryValue, readValue, valueOf, type ExpiryEntry } from './embedded-records.ts';

/** A value to write, with what the tables store beside it. */
export interface Writing {
  readonly put: CachePut;
  /** Seconds on the store's clock. */
  readonly expiresAt: number;
  readonly pages: number;
}

/** The size of the store, in pages. */
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

/** Each process is one reader: a service may have 256, one more during a restart, and a second service may share the folder. */
const maxReaders = 600;

/**
 * By default LMDB takes the system's page size, which is 16 or 64 KiB on some machines (Apple's, some arm64 kernels): then the same limit
 * would hold fewer values, and the least limit almost none.
 */
const pageBytes = 4096;

/** The tables of one LMDB environment, which several processes may share. */
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
    try {
      this.#values = this.#root.openDB<Buffer, Buffer>({ name: 'values', ...binary });
      this.#expiries = this.#root.openDB<Buffer, Buffer>({ name: 'expiries', ...binary });
      this.pageBytes = (this.#values.getStats() as Stats).pageSize;
    } catch (error) {
      // Without this, a timer of the library would fail on the missing snapshot and end the process.
      void this.#root.close();
      throw error;
    }
  }

  /** Frees the slots of dead readers, whose snapshots keep pages from being reused. */
  forgetDeadReaders(): void {
    this.#root.readerCheck();
  }

  /** The current size. */
  size(): StoreSize {
    const values = this.#values.getStats() as Stats;
    const expiries = this.#expiries.getStats() as Stats;
    const metaPages = 2;
    const used = metaPages + pagesOf(values) + pagesOf(expiries) + pagesOf(values.root) + pagesOf(values.free);
    return { used, file: values.lastPageNumber + 1 };
  }

  /** The entries in the order in which they are evicted (`evictionOrder`). */
  evictable(nowSeconds: number): Generator<ExpiryEntry> {
    return evictionOrder(this.#expiries, nowSeconds);
  }

  /** Removes and adds entries in one transaction. Rejects when the transaction fails as a whole. */
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
      // The library also rejects this promise of its own, which would be an unhandled rejection.
      const { commitError } = error as { commitError?: Promise<unknown> };
      commitError?.catch(() => undefined);
      throw error;
    }
  }

  /** The value under `id`, undefined when there is none or it has expired by `nowSeconds`. */
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
