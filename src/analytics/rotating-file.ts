/**
 * Appends to a file that is rotated when it is full: path → path.1 → path.2 … Several processes may share it, and other programs may move
 * it (logrotate), so each append looks up the path again.
 */
import { openSync, closeSync, constants } from 'node:fs';
import { open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { isFullDisk } from '../full-disk.ts';
import { tryLock } from '../lock-file.ts';
import { makeFolder } from '../make-folder.ts';

/** The file's path, the size in bytes at which it is rotated, and how many rotated files are kept. */
export interface RotationRules {
  readonly path: string;
  readonly maxBytes: number;
  readonly keep: number;
}

/** How long to wait before the next attempt if a file could not be rotated, in milliseconds. */
const stuckMs = 60_000;

/** Flags to append. O_NONBLOCK refuses a pipe that nobody reads at once, instead of waiting for a reader. */
const toAppend = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

const newline = 0x0a;

/** A rotating file. Calls of its methods must not overlap. */
export class RotatingFile {
  readonly #rules: RotationRules;
  readonly #onStuck: (error: unknown) => void;
  #handle: FileHandle | undefined;
  #againAtMs = 0;
  /** True after a write that failed: the file may end in half a line, of this process or of another one. */
  #mayBeTorn = false;

  /**
   * Creates the folder and the file, if the disk has room. `onStuck` is called with the reason if a full file cannot be rotated. Throws an
   * Error that names the setting if the file cannot be created.
   */
  constructor(rules: RotationRules, onStuck: (error: unknown) => void = () => undefined) {
    this.#rules = rules;
    this.#onStuck = onStuck;
    try {
      makeFolder(dirname(rules.path));
      closeSync(openSync(rules.path, toAppend));
    } catch (error) {
      // Reported once events are lost.
      if (isFullDisk(error)) return;
      const code = (error as NodeJS.ErrnoException).code ?? 'unusable';
      const message = `analytics.file.path ${rules.path} cannot be written (${code}): name a file that this process may write to`;
      throw new Error(message, { cause: error });
    }
  }

  /** Appends `lines`, whole lines, and rotates a full file first. Rejects if the disk refuses, with `bytesWritten` if it took a part. */
  async append(lines: Uint8Array): Promise<void> {
    let { handle, bytes } = await this.#current();
    if (bytes > 0 && bytes + lines.byteLength > this.#rules.maxBytes && performance.now() >= this.#againAtMs) {
      await this.#rotate(bytes).catch((error: unknown) => this.#growOn(error));
      ({ handle, bytes } = await this.#current());
    }
    // Half a line is ended, so that it does not spoil the next one.
    const isTorn = this.#mayBeTorn && bytes > 0 && (await endsInHalf(this.#rules.path));
    const text = isTorn ? Buffer.concat([Buffer.of(newline), lines]) : lines;
    this.#mayBeTorn = true;
    // One write, which the system appends as a whole: the lines of two processes never mix.
    const { bytesWritten } = await handle.write(text);
    if (bytesWritten < text.byteLength) {
      const ofLines = Math.max(0, bytesWritten - Number(isTorn));
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC', bytesWritten: ofLines });
    }
    this.#mayBeTorn = false;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  /** The file that is at the path now, and its size. */
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

  /** If files cannot be moved, the file grows beyond its limit, but no event is lost. */
  #growOn(error: unknown): void {
    this.#againAtMs = performance.now() + stuckMs;
    this.#onStuck(error);
  }

  /** Moves every file one place on, unless another process is doing or has done so; the file then grows a little longer. */
  async #rotate(bytes: number): Promise<void> {
    const { path, keep } = this.#rules;
    const lock = await tryLock(`${path}.lock`);
    if (lock === undefined) return;
    try {
      const named = await stat(path).catch(() => undefined);
      if (named === undefined || named.size < bytes) return;
      if (keep === 0) await rm(path, { force: true });
      else
        for (const place of await usedPlaces(path, keep)) {
          // A process that took over has moved the files: another move would replace one of them.
          if (!(await lock.extend())) return;
          await rename(fileAt(path, place), fileAt(path, place + 1)).catch(ignoreAbsent);
        }
    } finally {
      await lock.release();
    }
  }
}

const fileAt = (path: string, place: number): string => (place === 0 ? path : `${path}.${place}`);

/**
 * The places below `keep` that have a file, the last first; 0 is the path itself. Trying all of a thousand places would take a busy process
 * longer than its lock lasts.
 */
async function usedPlaces(path: string, keep: number): Promise<number[]> {
  const start = `${basename(path)}.`;
  const names = (await readdir(dirname(path))).filter((name) => name.startsWith(start));
  const places = names.map((name) => name.slice(start.length)).filter((place) => /^[1-9]\d{0,3}$/.test(place));
  return [0, ...places.map(Number)].filter((place) => place < keep).toSorted((a, b) => b - a);
}

/** True if the file ends in half a line, or cannot be read: an empty line is better than a spoilt one. */
async function endsInHalf(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  try {
    const { size } = await file!.stat();
    const { buffer } = await file!.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] !== newline;
  } catch {
    return true;
  } finally {
    await file?.close();
  }
}

function ignoreAbsent(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
