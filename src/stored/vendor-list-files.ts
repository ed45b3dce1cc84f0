/** Keeps vendor lists on disk: `<dir>/v3/vendor-list-v100.json`, and any other JSON file that is one (decisions, 'Privacy'; issue 4, item 3). */
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isFullDisk } from '../full-disk.ts';
import { ageMs, takeLock, type Unlock } from '../lock-file.ts';
import { makeFolder } from '../make-folder.ts';
import { listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import { readFileText } from './read-bounded.ts';
import { replaceFile } from './replace-file.ts';
import { downloadAt, downloadList, maxListBytes, parseList, type DownloadedList } from './vendor-list-source.ts';

/** A list, and why it is not on disk as well (the system's word, '' when it is or need not be). */
export interface FetchedList {
  readonly list: VendorList;
  readonly unkept: string;
}

/** One process's view of the folder. */
export class VendorListFiles {
  readonly #dir: string;
  readonly #noneMs: number;
  /** Files already read, by path, as size and time of change. */
  readonly #seen = new Map<string, string>();

  /** `dir` '' keeps nothing on disk. What one process could not get, the others do not ask for during `noneMs`. */
  constructor(dir: string, noneMs: number) {
    this.#dir = dir;
    this.#noneMs = noneMs;
  }

  /** Makes the folder if it is not there, and the disk has room. Rejects with an Error that names the setting when it cannot be used. */
  async prepare(): Promise<void> {
    if (this.#dir === '') return;
    try {
      makeFolder(this.#dir);
      await readdir(this.#dir);
    } catch (error) {
      // Lists are used all the same; that they cannot be kept is told of each.
      if (isFullDisk(error)) return;
      const { code } = error as NodeJS.ErrnoException;
      const what = `privacy.gdpr.vendorListDir ${this.#dir} cannot be used (${code}): name a folder that may be read and written`;
      throw new Error(what, { cause: error });
    }
  }

  /** The lists that are new or changed since the last call, and a sentence for every file that is none. */
  async readNew(): Promise<{ lists: VendorList[]; faults: string[] }> {
    const lists: VendorList[] = [];
    const faults: string[] = [];
    for (const path of await this.#changedFiles()) {
      const read = await readListFile(path);
      if (typeof read === 'string') faults.push(`the vendor list ${path} ${read}`);
      else lists.push(read);
    }
    return { lists, faults };
  }

  /**
   * The list `key` from disk, else from the source at `url`, whence it is written to disk. Of all processes that share the
   * folder one downloads and the others wait for it. Rejects with an Error whose message ends a sentence about the list.
   */
  async fetch(key: number, url: string): Promise<FetchedList> {
    const path = this.#pathOf(key);
    return this.#alone(
      path,
      async () => {
        const found = await readListFile(path);
        if (typeof found !== 'string' && found.key === key) return { list: found, unkept: '' };
        const { list, text } = await this.#download(`${path}.none`, () => downloadList(key, url));
        return { list, unkept: await this.#keep(path, text) };
      },
      async (unkept) => ({ list: (await downloadList(key, url)).list, unkept }),
    );
  }

  /** The list at `address`, the newest of its source, as `fetch` does; undefined where another process was first, which `isHere` finds out. */
  async fetchNewest(address: string, isHere: () => Promise<boolean>): Promise<FetchedList | undefined> {
    const path = join(this.#dir, 'v3', 'vendor-list.json');
    return this.#alone(
      path,
      async () => {
        if (await isHere()) return undefined;
        const { list, text } = await this.#download(`${path}.none`, () => downloadAt(address));
        return { list, unkept: await this.#keep(this.#pathOf(list.key), text) };
      },
      async (unkept) => ({ list: (await downloadAt(address)).list, unkept }),
    );
  }

  #pathOf(key: number): string {
    const { specification, version } = listOf(key);
    return join(this.#dir, `v${specification}`, `vendor-list-v${version}.json`);
  }

  /** What `kept` gives, while no other process that shares the folder gets what belongs at `path`; `unkept` where the folder cannot be used. */
  async #alone<T>(path: string, kept: () => Promise<T>, unkept: (code: string) => Promise<T>): Promise<T> {
    if (this.#dir === '') return unkept('');
    let unlock: Unlock;
    try {
      makeFolder(dirname(path));
      unlock = await takeLock(`${path}.lock`);
    } catch (error) {
      return unkept(codeOf(error));
    }
    try {
      return await kept();
    } finally {
      await unlock();
    }
  }

  /** Writes a list; the system's word for why that failed, '' when it did not. */
  async #keep(path: string, text: string): Promise<string> {
    try {
      await replaceFile(path, text);
    } catch (error) {
      return codeOf(error);
    }
    this.#seen.set(path, (await stateOf(path)) ?? '');
    return '';
  }

  /** Downloads a list unless the file `none` says that another process has just failed to; writes it for the others. */
  async #download(none: string, get: () => Promise<DownloadedList>): Promise<DownloadedList> {
    if ((await ageMs(none)) < this.#noneMs) throw new Error(await readFileText(none, maxListBytes));
    try {
      const found = await get();
      await rm(none, { force: true });
      return found;
    } catch (error) {
      // Nobody needs to know: at worst the others ask as well.
      await writeFile(none, (error as Error).message).catch(() => undefined);
      throw error;
    }
  }

  async #changedFiles(): Promise<string[]> {
    if (this.#dir === '') return [];
    const changed: string[] = [];
    for (const folder of [this.#dir, join(this.#dir, 'v2'), join(this.#dir, 'v3')]) {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith('.json')) continue;
        const path = join(folder, name);
        const state = await stateOf(path);
        if (state === undefined || this.#seen.get(path) === state) continue;
        this.#seen.set(path, state);
        changed.push(path);
      }
    }
    return changed;
  }
}

/** What changes when a file does; undefined when it is not there. */
function stateOf(path: string): Promise<string | undefined> {
  return stat(path).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => undefined,
  );
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unusable';
}

/** The list in a file, or what is wrong with it. */
async function readListFile(path: string): Promise<VendorList | string> {
  try {
    return parseList(await readFileText(path, maxListBytes));
  } catch (error) {
    return (error as Error).message;
  }
}
