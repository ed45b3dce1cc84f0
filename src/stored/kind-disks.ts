/** Notices that a disk is gone which was mounted at one kind's folder: the empty folder below it holds no texts, and takes none back (issue 7, 'Must hold'). */
import { opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoredKind } from '../config/stored-kinds.ts';
import type { StoredKey } from './store.ts';

/** The disks on which texts of each kind were found last. */
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
      const isFound = own.some((text) => text !== undefined);
      const known = this.#disks.get(kind);
      if (known === undefined && !isFound) continue;
      const disk = await diskOf(path);
      if (disk === undefined || disk === known) continue;
      if (await holdsTexts(path)) {
        if (isFound) this.#disks.set(kind, disk);
      } else if (known !== undefined && own.includes(undefined))
        throw new Error(`${path} is empty, and no longer the disk that it was: mount that again`);
    }
  }
}

async function holdsTexts(path: string): Promise<boolean> {
  try {
    for await (const { name } of await opendir(path)) if (name.endsWith('.json')) return true;
  } catch {
    // A link to a disk that is gone, or a mount point that went with it.
  }
  return false;
}

/** The number of the disk on which the folder is, or would be. */
async function diskOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => stat(dirname(path)).catch(() => undefined));
  return found?.dev;
}
