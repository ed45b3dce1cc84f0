/** Notices that a disk is gone which was mounted at one kind's folder: the empty folder below it holds no texts, and takes none back (issue 7, 'Must hold'). */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredKey, StoredKind } from './store.ts';

/** The disks on which the texts of each kind were found first. */
export class KindDisks {
  readonly #dir: string;
  readonly #disks = new Map<StoredKind, number>();

  /** Of the folders in `dir`. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Hears of the `texts` that were found of `keys`. Rejects when those that are missing are on a disk that is gone. */
  async check(keys: readonly StoredKey[], texts: readonly (Uint8Array | undefined)[]): Promise<void> {
    for (const kind of new Set(keys.map((key) => key.kind))) {
      const path = join(this.#dir, kind);
      const own = texts.filter((_, at) => keys[at]!.kind === kind);
      const known = this.#disks.get(kind);
      if (known === undefined && own.some((text) => text !== undefined)) {
        const disk = await diskOf(path);
        if (disk !== undefined) this.#disks.set(kind, disk);
      } else if (known !== undefined && own.includes(undefined) && (await isBare(path, known)))
        throw new Error(`${path} is empty, and no longer the disk that it was: mount that again`);
    }
  }
}

async function isBare(path: string, known: number): Promise<boolean> {
  const disk = await diskOf(path);
  return disk !== undefined && disk !== known && (await readdir(path)).length === 0;
}

/** The number of the disk, undefined where no folder is. */
async function diskOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.dev;
}
