/**
 * The vendor lists of this host: read from disk, and downloaded at the start, on a schedule, and when a consent string names a missing one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { listOf } from '../privacy/tc-string.ts';
import { FirstVendorLists } from './first-vendor-lists.ts';
import { KnownVendorLists } from './known-vendor-lists.ts';
import type { Notices } from './refreshed-text.ts';
import { VendorListFiles } from './vendor-list-files.ts';
import { VendorListNotices } from './vendor-list-notices.ts';
import { noneSeconds, WantedLists } from './wanted-lists.ts';

/**
 * The part of `privacy.gdpr` that says whether the host itself is under GDPR, and where lists are kept and downloaded from; '' for nowhere.
 */
export interface VendorListSettings {
  readonly enabled: boolean;
  readonly vendorListDir: string;
  readonly vendorListUrl: string;
  readonly vendorListRefreshSeconds: number;
}

/** How far a consent string's list may be ahead of the newest known one: one further ahead was made up. */
const maxAhead = 10;

/**
 * How many newer lists are fetched between two scheduled refreshes. It is the work of years: a source with more also answers made-up
 * numbers.
 */
const maxNewer = 200;

/** How long the start waits for the very first list. */
const firstListMs = 2000;

/** Reads the lists on disk and keeps the set up to date. Rejects with an Error that names the setting when the folder cannot be used. */
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
  readonly #lists = new KnownVendorLists();
  readonly #close = new AbortController();
  readonly #wanted = new WantedLists((key) => this.#fetch(key), this.#close.signal);
  /** How many newer lists of each specification have come since the last scheduled refresh. */
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
      lists: this.#lists,
      closed: this.#close.signal,
    });
  }

  /** Reads the lists on disk and starts the schedule. */
  async start(): Promise<void> {
    await this.#files.folder.prepare();
    await this.#readDisk();
    if (this.#lists.isEmpty && this.#settings.vendorListUrl === '') this.#tell.empty();
    await Promise.race([this.#fetchFirst(), sleep(firstListMs, undefined, { ref: false })]);
    this.#schedule();
    this.#askForNewest();
  }

  /** All lists as one block, null for none. */
  current = (): SharedArrayBuffer | null => this.#lists.block;

  /** Notes that a consent string named a list (`listKey`); a missing one is fetched in the background. */
  want = (key: number): void => {
    if (this.#settings.vendorListUrl === '' || this.#lists.has(key) || this.#wanted.has(key)) return;
    const { specification, version } = listOf(key);
    if (version === 0) return;
    const newest = this.#lists.newest(specification);
    const ahead = (this.#newer.get(specification) ?? 0) < maxNewer ? maxAhead : 0;
    if (newest === undefined || key <= newest + ahead) this.#wanted.add(key);
  };

  /** Stops the schedule and further fetches. A download in flight ends by itself. */
  close(): void {
    this.#close.abort();
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#close.signal.aborted) return;
    const refresh = async (): Promise<void> => {
      await this.#readDisk();
      await this.#fetchFirst();
      this.#askForNewest();
      this.#schedule();
    };
    this.#timer = setTimeout(() => void refresh(), this.#settings.vendorListRefreshSeconds * 1000).unref();
  }

  /**
   * Fetches the first lists, unless the host itself is not under GDPR: then the consent strings of accounts that are name the lists to
   * fetch, and versions after a known list are tried.
   */
  async #fetchFirst(): Promise<void> {
    if (this.#settings.enabled) await this.#first.fetch();
  }

  async #readDisk(): Promise<void> {
    const { lists, faults } = await this.#files.folder.readNew();
    for (const fault of faults) this.#tell.badFile(fault);
    this.#lists.add(lists);
  }

  /** Tries the version after the newest known one: a source may have no address for its newest list, and a folder may hold an older one. */
  #askForNewest(): void {
    this.#newer.clear();
    for (const specification of [2, 3]) {
      const newest = this.#lists.newest(specification);
      if (newest === undefined) continue;
      this.#wanted.forgive(newest + 1);
      this.want(newest + 1);
    }
  }

  /** Fetches a list; resolves with false when it cannot be fetched. */
  async #fetch(key: number): Promise<boolean> {
    const { specification } = listOf(key);
    try {
      const { list, unkept } = await this.#files.fetch(key, this.#settings.vendorListUrl);
      this.#lists.add([list]);
      this.#tell.inUse(list, unkept);
      if (this.#lists.newest(specification) === key) this.#follow(key);
      return true;
    } catch (error) {
      this.#tell.missing(key, (error as Error).message, this.#lists.newest(specification) !== undefined);
      return false;
    }
  }

  /** List `key` is now the newest: tries the next one. */
  #follow(key: number): void {
    const { specification } = listOf(key);
    const newer = (this.#newer.get(specification) ?? 0) + 1;
    this.#newer.set(specification, newer);
    if (newer === maxNewer) this.#tell.endless(key, newer);
    this.want(key + 1);
  }
}
