/**
 * Tells texts that nobody has deleted from deleted ones: their folder is gone, or the disk that was mounted there, below which an empty
 * folder remains (issue 7, 'Must hold').
 */
import { opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storedKinds, type StoredKind } from '../config/stored-kinds.ts';
import type { StoredKey } from './store.ts';

/** Errors that mean 'there is no such file'; the last is for a name that the file system does not take. */
const absentCodes = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** True for the system's error for a file or folder that does not exist. */
export function isAbsent(error: unknown): boolean {
  return absentCodes.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Remembers where texts were found, and so notices when their folder is gone. */
export class LostFolders {
  readonly #dir: string;
  /** The disk on which texts of each kind were last found. */
  readonly #disks = new Map<StoredKind, number>();
  /** Whether texts were found at all: their disk is not known where the folder cannot be listed. */
  #hasFound = false;

  /** `dir`: the folder that holds the kinds' folders. */
  constructor(dir: string) {
    this.#dir = dir;
  }

  /**
   * Checks a look-up: `texts` are those found for `keys`, in their order. Rejects when some are missing and their folder is gone. Folders
   * in which nothing was ever found may be missing.
   */
  async check(keys: readonly StoredKey[], texts: readonly (Uint8Array | undefined)[]): Promise<void> {
    if (this.#hasFound && texts.includes(undefined) && (await this.#areAllGone()))
      throw new Error(`stored.dir ${this.#dir} is gone or empty: restore it`);
    for (const kind of new Set(keys.map((key) => key.kind)))
      await this.#checkDisk(
        kind,
        texts.filter((_, at) => keys[at]!.kind === kind),
      );
    this.#hasFound ||= texts.some((text) => text !== undefined);
  }

  /**
   * True when none of the kinds' folders exists. The folder that holds them proves nothing: an unmounted disk leaves an empty one, and a
   * file may replace it.
   */
  async #areAllGone(): Promise<boolean> {
    const checks = storedKinds.map((kind) => stat(join(this.#dir, kind)).then(() => false, isAbsent));
    return (await Promise.all(checks)).every((isMissing) => isMissing);
  }

  async #checkDisk(kind: StoredKind, texts: readonly (Uint8Array | undefined)[]): Promise<void> {
    const path = join(this.#dir, kind);
    const isFound = texts.some((text) => text !== undefined);
    const known = this.#disks.get(kind);
    if (known === undefined && !isFound) return;
    const disk = await diskOf(path);
    if (disk === undefined || disk === known) return;
    if (await holdsTexts(path)) {
      if (isFound) this.#disks.set(kind, disk);
    } else if (known !== undefined && texts.includes(undefined))
      throw new Error(`${path} is empty and no longer the same disk: mount the disk again`);
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
