/** The vendor lists of this host: from disk, and from the source at the start, when a consent string names one that is missing, and on a schedule. */
import { setTimeout as sleep } from 'node:timers/promises';
import { listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import { packVendorLists } from '../privacy/vendor-table.ts';
import { FirstVendorLists } from './first-vendor-lists.ts';
import type { Notices } from './refreshed-text.ts';
import { VendorListFiles } from './vendor-list-files.ts';
import { VendorListNotices } from './vendor-list-notices.ts';
import { noneSeconds, WantedLists } from './wanted-lists.ts';

/** The part of `privacy.gdpr` that says whether the host itself is under GDPR, and where lists are; '' for nowhere. */
export interface VendorListSettings {
  readonly enabled: boolean;
  readonly vendorListDir: string;
  readonly vendorListUrl: string;
  readonly vendorListRefreshSeconds: number;
}

/** A consent string may be a little ahead of us; one far ahead was made up. */
const mostAhead = 10;

/** So many lists that are newer are fetched until the schedule next looks, the work of years: a source that has more answers made-up numbers. */
const mostNewer = 200;

/** How long a start waits for the first list of all. */
const firstListMs = 2000;

/** Reads the lists on disk and keeps the set fresh. Rejects with an Error that names the setting when the folder cannot be used. */
export async function startVendorLists(settings: VendorListSettings, log: Notices): Promise<VendorLists> {
  const lists = new VendorLists(settings, log);
  if (settings.vendorListDir !== '' || settings.vendorListUrl !== '') await lists.start();
  return lists;
}

/** The lists of one process; threads get them as one block (privacy/vendor-table). */
export class VendorLists {
  readonly #settings: VendorListSettings;
  readonly #tell: VendorListNotices;
  readonly #files: VendorListFiles;
  readonly #first: FirstVendorLists;
  readonly #lists = new Map<number, VendorList>();
  readonly #wanted = new WantedLists((key) => this.#fetch(key));
  #block: SharedArrayBuffer | null = null;
  #isClosed = false;
  /** How many newer lists of each specification have come since the schedule last looked. */
  readonly #newer = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(settings: VendorListSettings, log: Notices) {
    this.#settings = settings;
    this.#tell = new VendorListNotices(log, settings.vendorListDir);
    const noneMs = Math.min(noneSeconds, settings.vendorListRefreshSeconds) * 900;
    this.#files = new VendorListFiles(settings.vendorListDir, noneMs);
    this.#first = new FirstVendorLists({
      files: this.#files,
      url: settings.vendorListUrl,
      tell: this.#tell,
      readDisk: () => this.#readDisk(),
      has: (key) => this.#lists.has(key),
      newest: () => this.#newest(3),
      add: (lists) => this.#add(lists),
      isClosed: () => this.#isClosed,
    });
  }

  /** Reads what is on disk, and from then on looks for more on the schedule. */
  async start(): Promise<void> {
    await this.#files.prepare();
    await this.#readDisk();
    if (this.#lists.size === 0 && this.#settings.vendorListUrl === '') this.#tell.empty();
    await Promise.race([this.#fetchFirst(), sleep(firstListMs, undefined, { ref: false })]);
    this.#schedule();
    this.#askForNewest();
  }

  /** All lists as one block, null for none. The block is never changed: a new list makes a new one. */
  current = (): SharedArrayBuffer | null => this.#block;

  /** Says that a consent string named a list that is not here (`listKey`); it is fetched behind the auction. */
  want = (key: number): void => {
    if (this.#settings.vendorListUrl === '' || this.#lists.has(key) || this.#wanted.has(key)) return;
    const { specification, version } = listOf(key);
    if (version === 0) return;
    const newest = this.#newest(specification);
    const reach = (this.#newer.get(specification) ?? 0) < mostNewer ? mostAhead : 0;
    if (newest === undefined || key <= newest + reach) this.#wanted.add(key);
  };

  /** Ends the schedule. A download that runs ends by itself. */
  close(): void {
    this.#isClosed = true;
    this.#wanted.close();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isClosed) return;
    const refresh = async (): Promise<void> => {
      await this.#readDisk();
      await this.#fetchFirst();
      this.#askForNewest();
      this.#schedule();
    };
    this.#timer = setTimeout(() => void refresh(), this.#settings.vendorListRefreshSeconds * 1000).unref();
  }

  /** Where the host itself is not under GDPR, lists come as consent strings of accounts that are name them, and those that follow one that is here. */
  async #fetchFirst(): Promise<void> {
    if (this.#settings.enabled) await this.#first.fetch();
  }

  async #readDisk(): Promise<void> {
    const { lists, faults } = await this.#files.readNew();
    for (const fault of faults) this.#tell.badFile(fault);
    this.#add(lists);
  }

  /** Not every source has a name for its newest list, and a folder may hold an older one: the number after the newest that is here is tried. */
  #askForNewest(): void {
    this.#newer.clear();
    for (const specification of [2, 3]) {
      const newest = this.#newest(specification);
      if (newest === undefined) continue;
      this.#wanted.forgive(newest + 1);
      this.want(newest + 1);
    }
  }

  /** Gets a list from the source; false when it is not to be had. */
  async #fetch(key: number): Promise<boolean> {
    const { specification } = listOf(key);
    try {
      const { list, unkept } = await this.#files.fetch(key, this.#settings.vendorListUrl);
      this.#add([list]);
      this.#tell.inUse(list, unkept);
      if (this.#newest(specification) === key) this.#follow(key);
      return true;
    } catch (error) {
      this.#tell.missing(key, (error as Error).message, this.#newest(specification) !== undefined);
      return false;
    }
  }

  /** List `key` is the newest by now: the next one may be there, too. */
  #follow(key: number): void {
    const { specification } = listOf(key);
    const newer = (this.#newer.get(specification) ?? 0) + 1;
    this.#newer.set(specification, newer);
    if (newer === mostNewer) this.#tell.endless(key, newer);
    this.want(key + 1);
  }

  #add(lists: readonly VendorList[]): void {
    if (lists.length === 0) return;
    for (const list of lists) this.#lists.set(list.key, list);
    this.#block = packVendorLists([...this.#lists.values()]);
  }

  /** The key of the newest list of a specification. */
  #newest(specification: number): number | undefined {
    let newest: number | undefined;
    for (const key of this.#lists.keys())
      if (listOf(key).specification === specification && key > (newest ?? 0)) newest = key;
    return newest;
  }
}
