/**
 * Fetches vendor lists before a consent string names them, at the start and when some are missing later: bidders are left out of auctions
 * under GDPR until the list that the consent string names is there.
 */
import { listKey, listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import type { KnownVendorLists } from './known-vendor-lists.ts';
import type { VendorListFiles } from './vendor-list-files.ts';
import type { VendorListNotices } from './vendor-list-notices.ts';
import { newestUrl } from './vendor-list-source.ts';

/** The specification whose newest list has an address of its own (`newestUrl`). */
const newestSpecification = 3;

/** How many lists before the newest are fetched: one comes out each week, and consent lasts for thirteen months. */
const maxOlder = 60;

/** How many fetched lists are added at a time, since each addition packs all lists anew. */
const maxAtOnce = 10;

/** The owner of the lists, and their sources. Fetching stops when `closed` is aborted. */
export interface ListKeeper {
  readonly files: VendorListFiles;
  /** `privacy.gdpr.vendorListUrl`. */
  readonly url: string;
  readonly tell: VendorListNotices;
  readonly lists: KnownVendorLists;
  /** Adds what is new in the folder since the last read. */
  readDisk(): Promise<void>;
  readonly closed: AbortSignal;
}

/** Fetches these lists for one process. */
export class FirstVendorLists {
  readonly #keeper: ListKeeper;
  #isFetching = false;

  constructor(keeper: ListKeeper) {
    this.#keeper = keeper;
  }

  /**
   * Fetches the newest list if there is none and the source has an address for it, then, in the background, those that users of the last
   * year have consented under. Resolves when the newest list is there or has failed to come.
   */
  async fetch(): Promise<void> {
    const address = newestUrl(this.#keeper.url);
    if (address === undefined || this.#isFetching) return;
    this.#isFetching = true;
    const newest = this.#keeper.lists.newest(newestSpecification) ?? (await this.#fetchNewest(address));
    if (newest === undefined) this.#isFetching = false;
    else void this.#fetchOlder(newest);
  }

  async #fetchNewest(address: string): Promise<number | undefined> {
    const { files, tell, readDisk, lists } = this.#keeper;
    const isHere = async (): Promise<boolean> => {
      await readDisk();
      return lists.newest(newestSpecification) !== undefined;
    };
    try {
      const fetched = await files.fetchNewest(address, isHere);
      if (fetched !== undefined) {
        lists.add([fetched.list]);
        tell.inUse(fetched.list, fetched.unkept);
      }
    } catch (error) {
      tell.noNewest((error as Error).message);
    }
    return lists.newest(newestSpecification);
  }

  /** The latest first, until one cannot be fetched. */
  async #fetchOlder(newest: number): Promise<void> {
    const { files, url, tell, lists, closed } = this.#keeper;
    const { specification, version } = listOf(newest);
    const fetched: VendorList[] = [];
    for (let at = version - 1; at >= Math.max(1, version - maxOlder) && !closed.aborted; at--) {
      const key = listKey(specification, at);
      if (lists.has(key)) continue;
      const next = await files.fetch(key, url).catch(() => undefined);
      if (next === undefined) break;
      fetched.push(next.list);
      if (fetched.length % maxAtOnce === 0) lists.add(fetched);
    }
    lists.add(fetched);
    if (fetched.length > 0) tell.older(fetched.length);
    this.#isFetching = false;
  }
}
