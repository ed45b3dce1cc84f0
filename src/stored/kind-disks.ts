/**
 * Notices that the disk mounted at one kind's folder is gone: the empty folder below it has no texts, which does not mean that they were
 * deleted (issue 7, 'Must hold').
 */
import { opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StoredKind } from '../config/stored-kinds.ts';
import type { StoredKey } from './store.ts';

/** The disk on which texts of each kind were last found. */
export class KindDisks {
  readonly #dir: string;
  readonly #disks = new Map<StoredKind, number>();

  /** `dir`: the folder that holds the kinds' folders. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /** Checks a look-up: `texts` are those found for `keys`, in their order. Rejects when missing ones are on a disk that is gone. */
  async check(keys: readonly StoredKey[], texts: readonly (Uint8Array | undefined)[]): Promise<void> {
    for (const kind of new Set(keys.map((key) => key.kind))) {
      const path = join(this.#dir, kind);
      const ofKind = texts.filter((_, at) => keys[at]!.kind === kind);
      const isFound = ofKind.some((text) => text !== undefined);
      const known = this.#disks.get(kind);
      if (known === undefined && !isFound) continue;
      const disk = await diskOf(path);
      if (disk === undefined || disk === known) continue;
      if (await holdsTexts(path)) {
        if (isFound) this.#disks.set(kind, disk);
      } else if (known !== undefined && ofKind.includes(undefined))
        throw new Error(`${path} is empty and no longer the same disk: mount the disk again`);
    }
  }
}

async function holdsTexts(path: string): Promise<boolean> {
  try {
    for await (const { name } of await opendir(path)) if (name.endsWith('.json')) return true;
  } catch {
    // The path is a link to a disk that is gone, or a mount point that went with it.
  }
  return false;
}

/** The device number of the disk that the folder is on, or would be on. */
async function diskOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => stat(dirname(path)).catch(() => undefined));
  return found?.dev;
}
