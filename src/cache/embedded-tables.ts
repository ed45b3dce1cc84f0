/** The embedded store's two tables: values by id, and ids in the order in which they expire (traps, 'LMDB'). */
import { open, type Database, type RootDatabase } from 'lmdb';
import type { CachedValue, CachePut } from './bid-cache.ts';
import type { StoreFolder } from './embedded-folder.ts';

/** One entry of the table of expiries. */
export interface ExpiryEntry {
  readonly key: Buffer;
  readonly id: Buffer;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** The pages that were reckoned for the value. */
  readonly pages: number;
}

/** A value with what the tables keep beside it. */
export interface Writing {
  readonly put: CachePut;
  /** Seconds since 1970. */
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

/** A value begins with its type and the second of its expiry. */
const headBytes = 5;
const typeCodes = { json: 1, xml: 2 } as const;

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
      maxDbs: 2,
      maxReaders,
      noSync: isOfThisBoot,
      eventTurnBatching: false,
      ...binary,
    });
    this.#values = this.#root.openDB<Buffer, Buffer>({ name: 'values', ...binary });
    this.#expiries = this.#root.openDB<Buffer, Buffer>({ name: 'expiries', ...binary });
    this.pageBytes = (this.#values.getStats() as Stats).pageSize;
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

  /** The entries that expire first, soonest first, read as they are asked for. */
  *soonest(): Generator<ExpiryEntry> {
    for (const { key, value } of this.#expiries.getRange()) {
      const entry = Buffer.from(key);
      yield { key: entry, id: entry.subarray(4), expiresAt: entry.readUInt32BE(0), pages: value.readUInt16BE(0) };
    }
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
          void this.#expiries.put(expiryKey(expiresAt, id), pagesValue(pages));
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
    if (bytes === undefined || bytes.byteLength < headBytes || bytes.readUInt32BE(1) <= nowSeconds) return undefined;
    return { type: bytes[0] === typeCodes.xml ? 'xml' : 'json', value: bytes.subarray(headBytes) };
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}

function pagesOf({ treeBranchPageCount, treeLeafPageCount, overflowPages }: TreeStats): number {
  return treeBranchPageCount + treeLeafPageCount + overflowPages;
}

function valueOf({ type, value }: CachePut, expiresAt: number): Buffer {
  const bytes = Buffer.allocUnsafe(headBytes + value.byteLength);
  bytes[0] = typeCodes[type];
  bytes.writeUInt32BE(expiresAt, 1);
  bytes.set(value, headBytes);
  return bytes;
}

function expiryKey(expiresAt: number, id: Buffer): Buffer {
  const key = Buffer.allocUnsafe(4 + id.byteLength);
  key.writeUInt32BE(expiresAt, 0);
  key.set(id, 4);
  return key;
}

function pagesValue(pages: number): Buffer {
  const value = Buffer.allocUnsafe(2);
  value.writeUInt16BE(pages);
  return value;
}
