/**
 * Appends to a file that is put aside when it is full: path → path.1 → path.2 … Several processes may share it, and
 * somebody else may move it (logrotate): before each append the name is looked up again.
 */
import { openSync, closeSync, constants } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isFullDisk } from '../full-disk.ts';
import { tryLock } from '../lock-file.ts';
import { makeFolder } from '../make-folder.ts';

/** Which file, its size in bytes when it is put aside, and how many are kept aside. */
export interface RotationRules {
  readonly path: string;
  readonly maxBytes: number;
  readonly keep: number;
}

/** How long a file that could not be put aside grows before that is tried again, in milliseconds. */
const stuckMs = 60_000;

/** To append. A pipe that nobody reads is refused then and there, instead of waiting for a reader. */
const toAppend = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

/** One file under its rules. Its methods must not overlap. */
export class RotatingFile {
  readonly #rules: RotationRules;
  readonly #onStuck: (error: unknown) => void;
  #handle: FileHandle | undefined;
  #againAtMs = 0;

  /**
   * Makes the folder and the file, if the disk has room; `onStuck` is told why a full one could not be put aside. Throws an Error
   * that names the setting when the file cannot be made.
   */
  constructor(rules: RotationRules, onStuck: (error: unknown) => void = () => undefined) {
    this.#rules = rules;
    this.#onStuck = onStuck;
    try {
      makeFolder(dirname(rules.path));
      closeSync(openSync(rules.path, toAppend));
    } catch (error) {
      // Events that are lost are told.
      if (isFullDisk(error)) return;
      const code = (error as NodeJS.ErrnoException).code ?? 'unusable';
      const message = `analytics.file.path ${rules.path} cannot be written (${code}): name a file that this process may write`;
      throw new Error(message, { cause: error });
    }
  }

  /** Appends `lines`, whole lines, to the file or to the one that follows it. Rejects when the disk refuses, with a `bytesWritten` where it took a part. */
  async append(lines: Uint8Array): Promise<void> {
    let { handle, bytes } = await this.#current();
    if (bytes > 0 && bytes + lines.byteLength > this.#rules.maxBytes && performance.now() >= this.#againAtMs) {
      await this.#putAside(bytes).catch((error: unknown) => this.#growOn(error));
      ({ handle, bytes } = await this.#current());
    }
    // One write, which the system appends as a whole: the lines of two processes never mix.
    const { bytesWritten } = await handle.write(lines);
    if (bytesWritten < lines.byteLength)
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC', bytesWritten });
  }

  /** Closes the file. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  /** The file that has the name now, and its size. */
  async #current(): Promise<{ handle: FileHandle; bytes: number }> {
    const { path } = this.#rules;
    if (this.#handle !== undefined) {
      const [named, held] = await Promise.all([stat(path).catch(() => undefined), this.#handle.stat()]);
      if (named?.ino === held.ino && named.dev === held.dev) return { handle: this.#handle, bytes: held.size };
      await this.close();
    }
    makeFolder(dirname(path));
    this.#handle = await open(path, toAppend);
    return { handle: this.#handle, bytes: (await this.#handle.stat()).size };
  }

  /** A folder that lets no file be moved costs the bound, not the events. */
  #growOn(error: unknown): void {
    this.#againAtMs = performance.now() + stuckMs;
    this.#onStuck(error);
  }

  /** Moves every file one place on, unless another process has done so, or is at it: then the file grows a little longer. */
  async #putAside(bytes: number): Promise<void> {
    const { path, keep } = this.#rules;
    const unlock = await tryLock(`${path}.lock`);
    if (unlock === undefined) return;
    try {
      const named = await stat(path).catch(() => undefined);
      if (named === undefined || named.size < bytes) return;
      if (keep === 0) await rm(path, { force: true });
      for (let place = keep; place > 0; place--) {
        const from = place === 1 ? path : `${path}.${place - 1}`;
        await rename(from, `${path}.${place}`).catch(ignoreAbsent);
      }
    } finally {
      await unlock();
    }
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
