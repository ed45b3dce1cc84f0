/**
 * Gets vendor lists from the folder, else from the source into the folder; processes that share it download each list once (decisions,
 * 'Privacy'; issue 4, item 3).
 */
import { rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ageMs, takeLock, type Lock } from '../lock-file.ts';
import { makeFolder } from '../make-folder.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import { readFileText } from './read-bounded.ts';
import { codeOf, readListFile, VendorListFolder } from './vendor-list-folder.ts';
import { downloadAt, downloadList, maxListBytes, type DownloadedList } from './vendor-list-source.ts';

/** A list. `unkept`: why it is not on disk, as the system's error code; '' when it is or need not be. */
export interface FetchedList {
  readonly list: VendorList;
  readonly unkept: string;
}

/** Fetches lists for one process. */
export class VendorListFiles {
  readonly folder: VendorListFolder;
  readonly #dir: string;
  readonly #noneMs: number;

  /** `dir` '' keeps nothing on disk. After one process failed to download a list, the others do not try for `noneMs`. */
  constructor(dir: string, noneMs: number) {
    this.folder = new VendorListFolder(dir);
    this.#dir = dir;
    this.#noneMs = noneMs;
  }

  /**
   * List `key` from disk, else from the source at `url`; then it is written to disk. Of the processes that share the folder, one downloads
   * while the others wait. Rejects with an Error whose message ends a sentence about the list.
   */
  async fetch(key: number, url: string): Promise<FetchedList> {
    const path = this.folder.pathOf(key);
    return this.#alone(
      path,
      async () => {
        const found = await readListFile(path);
        if (typeof found !== 'string' && found.key === key) return { list: found, unkept: '' };
        const { list, text } = await this.#download(`${path}.none`, () => downloadList(key, url));
        return { list, unkept: await this.folder.keep(path, text) };
      },
      async (unkept) => ({ list: (await downloadList(key, url)).list, unkept }),
    );
  }

  /**
   * The source's newest list, at `address`, fetched as `fetch` does; undefined when another process was first, which `isHere` finds out.
   */
  async fetchNewest(address: string, isHere: () => Promise<boolean>): Promise<FetchedList | undefined> {
    const path = join(this.#dir, 'v3', 'vendor-list.json');
    return this.#alone(
      path,
      async () => {
        if (await isHere()) return undefined;
        const { list, text } = await this.#download(`${path}.none`, () => downloadAt(address));
        return { list, unkept: await this.folder.keep(this.folder.pathOf(list.key), text) };
      },
      async (unkept) => ({ list: (await downloadAt(address)).list, unkept }),
    );
  }

  /**
   * Runs `locked` while no other process that shares the folder fetches what belongs at `path`; `unlocked` when the folder cannot be used.
   */
  async #alone<T>(path: string, locked: () => Promise<T>, unlocked: (code: string) => Promise<T>): Promise<T> {
    if (this.#dir === '') return unlocked('');
    let lock: Lock;
    try {
      makeFolder(dirname(path));
      lock = await takeLock(`${path}.lock`);
    } catch (error) {
      return unlocked(codeOf(error));
    }
    try {
      return await locked();
    } finally {
      await lock.release();
    }
  }

  /** Downloads a list, unless the file `none` records that another process has just failed to. Records a failure there. */
  async #download(none: string, get: () => Promise<DownloadedList>): Promise<DownloadedList> {
    if ((await ageMs(none)) < this.#noneMs) throw new Error(await readFileText(none, maxListBytes));
    try {
      const found = await get();
      await rm(none, { force: true });
      return found;
    } catch (error) {
      // An error here is harmless: at worst the other processes try as well.
      await writeFile(none, (error as Error).message).catch(() => undefined);
      throw error;
    }
  }
}
