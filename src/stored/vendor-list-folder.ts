/**
 * The folder of vendor lists: `<dir>/v3/vendor-list-v100.json`, and any other JSON file that holds a list (decisions, 'Privacy'; issue 4,
 * item 3).
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isFullDisk } from '../full-disk.ts';
import { makeFolder } from '../make-folder.ts';
import { listOf } from '../privacy/tc-string.ts';
import type { VendorList } from '../privacy/vendor-list.ts';
import { readFileText } from './read-bounded.ts';
import { replaceFile } from './replace-file.ts';
import { maxListBytes, parseList } from './vendor-list-source.ts';

/** One process's view of the folder. */
export class VendorListFolder {
  readonly #dir: string;
  /** The size and modification time of each file when it was last read, by path. */
  readonly #seen = new Map<string, string>();

  /** `dir` '' keeps nothing on disk. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Makes the folder if it is missing. Rejects with an Error that names the setting when the folder cannot be used for another reason than
   * a full disk.
   */
  async prepare(): Promise<void> {
    if (this.#dir === '') return;
    try {
      makeFolder(this.#dir);
      await readdir(this.#dir);
    } catch (error) {
      // Lists are used without it; each that cannot be written is logged.
      if (isFullDisk(error)) return;
      const { code } = error as NodeJS.ErrnoException;
      const what = `privacy.gdpr.vendorListDir ${this.#dir} cannot be used (${code}): name a folder that this process may read and write`;
      throw new Error(what, { cause: error });
    }
  }

  /** The lists that are new or changed since the last call, and a sentence for every file that is not a list. */
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

  /** The path of list `key`. */
  pathOf(key: number): string {
    const { specification, version } = listOf(key);
    return join(this.#dir, `v${specification}`, `vendor-list-v${version}.json`);
  }

  /** Writes a list. Resolves with the system's error code, '' for success. */
  async keep(path: string, text: string): Promise<string> {
    try {
      await replaceFile(path, text);
    } catch (error) {
      return codeOf(error);
    }
    this.#seen.set(path, (await stateOf(path)) ?? '');
    return '';
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

/** A value that changes with the file; undefined when it does not exist. */
function stateOf(path: string): Promise<string | undefined> {
  return stat(path).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => undefined,
  );
}

/** The system's code of `error`. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unusable';
}

/** The list in a file, or its fault as the end of a sentence about it. */
export async function readListFile(path: string): Promise<VendorList | string> {
  try {
    return parseList(await readFileText(path, maxListBytes));
  } catch (error) {
    return (error as Error).message;
  }
}
