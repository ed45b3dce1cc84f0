/** Gets the vendor lists that a process should have before a consent string names them, at its start and where some are missing later: auctions under GDPR that come before their list lose their bidders. */
import { listKey, listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import type { VendorListFiles } from './vendor-list-files.ts';
import type { VendorListNotices } from './vendor-list-notices.ts';
import { newestUrl } from './vendor-list-source.ts';

/** So many lists before the newest are fetched: one a week, and consent lasts for thirteen months. */
const mostOlder = 60;

/** So many come into use at once: each time all lists are packed anew. */
const mostAtOnce = 10;

/** Where lists come from, and whose they are, until it `isClosed`. */
export interface ListKeeper {
  readonly files: VendorListFiles;
  /** `privacy.gdpr.vendorListUrl`. */
  readonly url: string;
  readonly tell: VendorListNotices;
  /** Adds what has come to the folder since it was read last. */
  readDisk(): Promise<void>;
  has(key: number): boolean;
  /** The key of the newest list that is here. */
  newest(): number | undefined;
  add(lists: readonly VendorList[]): void;
  isClosed(): boolean;
}

/** Gets them for one process. */
export class FirstVendorLists {
  readonly #keeper: ListKeeper;
  #isAtIt = false;

  constructor(keeper: ListKeeper) {
    this.#keeper = keeper;
  }

  /**
   * Gets the newest list where there is none, if the source has a name for it, and behind it those that users of the last year have
   * consented under. Resolves when the newest is here, or not to be had.
   */
  async fetch(): Promise<void> {
    const address = newestUrl(this.#keeper.url);
    if (address === undefined || this.#isAtIt) return;
    this.#isAtIt = true;
    const newest = this.#keeper.newest() ?? (await this.#fetchNewest(address));
    if (newest === undefined) this.#isAtIt = false;
    else void this.#fetchOlder(newest);
  }

  async #fetchNewest(address: string): Promise<number | undefined> {
    const { files, tell, readDisk, add, newest } = this.#keeper;
    const isHere = async (): Promise<boolean> => {
      await readDisk();
      return newest() !== undefined;
    };
    try {
      const fetched = await files.fetchNewest(address, isHere);
      if (fetched !== undefined) {
        add([fetched.list]);
        tell.inUse(fetched.list, fetched.unkept);
      }
    } catch (error) {
      tell.noNewest((error as Error).message);
    }
    return newest();
  }

  /** The latest first, until one is not to be had. */
  async #fetchOlder(newest: number): Promise<void> {
    const { files, url, tell, has, add, isClosed } = this.#keeper;
    const { specification, version } = listOf(newest);
    const found: VendorList[] = [];
    for (let at = version - 1; at >= Math.max(1, version - mostOlder) && !isClosed(); at--) {
      const key = listKey(specification, at);
      if (has(key)) continue;
      const fetched = await files.fetch(key, url).catch(() => undefined);
      if (fetched === undefined) break;
      found.push(fetched.list);
      if (found.length % mostAtOnce === 0) add(found);
    }
    add(found);
    if (found.length > 0) tell.older(found.length);
    this.#isAtIt = false;
  }
}
