/**
 * Decides which files hold captured auctions: each process writes its own, and starts another when one is full; the oldest of all processes
 * are removed.
 */
import { appendFileSync, closeSync, ftruncateSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, extname, basename, join } from 'node:path';
import { isFullDisk } from '../full-disk.ts';
import { makeFolder } from '../make-folder.ts';
import type { CaptureSetup } from './capture-message.ts';

/** `path` is the name from which every file name derives; `keep` is the number of files kept, over all processes. */
type CaptureFileRules = Pick<CaptureSetup, 'path' | 'maxBytes' | 'keep'>;

/** The files of one process. Its calls block, so it belongs in a thread of its own. */
export class CaptureFiles {
  readonly #rules: CaptureFileRules;
  readonly #name: (at: string) => string;
  #file: { readonly path: string; readonly descriptor: number } | undefined;
  #bytes = 0;
  #count = 0;

  /**
   * Makes the folder, if the disk has room. `pid` distinguishes this process's files. Throws an Error that names the setting when files
   * cannot be written.
   */
  constructor(rules: CaptureFileRules, pid: number) {
    const extension = extname(rules.path);
    const stem = join(dirname(rules.path), basename(rules.path, extension));
    this.#rules = rules;
    this.#name = (at) => `${stem}-${at}-${pid}-${String((this.#count += 1)).padStart(4, '0')}${extension}`;
    try {
      makeFolder(dirname(rules.path));
      // The first file is made when there is something to write, but an unwritable folder must be noticed now.
      const probe = `${rules.path}.${pid}`;
      closeSync(openSync(probe, 'w'));
      rmSync(probe, { force: true });
    } catch (error) {
      // A full disk does not prevent the start: auctions lost to it are reported later.
      if (isFullDisk(error)) return;
      const what = `capture.path ${rules.path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unusable'})`;
      throw new Error(`${what}: name a file in a folder that this process may write to`, { cause: error });
    }
  }

  /** Appends lines, each with its line end. Throws the file system's errors. */
  append(lines: string): void {
    const bytes = Buffer.byteLength(lines);
    if (this.#file === undefined || (this.#bytes > 0 && this.#bytes + bytes > this.#rules.maxBytes) || this.#isGone()) {
      this.#startFile();
    }
    const { descriptor } = this.#file!;
    try {
      appendFileSync(descriptor, lines);
    } catch (error) {
      // Removes what a full disk took of the lines, so that it does not run into the next ones.
      ftruncateSync(descriptor, this.#bytes);
      throw error;
    }
    this.#bytes += bytes;
  }

  /** Closes the file. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#file = undefined;
  }

  /** True when another process has removed this file as the oldest, or somebody has moved it. */
  #isGone(): boolean {
    return statSync(this.#file!.path, { throwIfNoEntry: false }) === undefined;
  }

  #startFile(): void {
    this.close();
    makeFolder(dirname(this.#rules.path));
    const path = this.#name(stamp(Date.now()));
    this.#file = { path, descriptor: openSync(path, 'a') };
    this.#bytes = 0;
    // Of files begun in the same second, this one need not sort last.
    const others = captureFiles(this.#rules.path).filter((one) => one !== path);
    const tooMany = Math.max(0, others.length + 1 - this.#rules.keep);
    for (const one of others.slice(0, tooMany)) rmSync(one, { force: true });
  }
}

/** How far ahead of the clock a name may be, in milliseconds: a file further ahead was started before the clock was set back. */
const aheadMs = 60_000;

/** A time in milliseconds since 1970, as file names have it. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** The capture files beside `path`, the oldest first. Those ahead of the clock come first: they were started before it was set back. */
export function captureFiles(path: string): string[] {
  const extension = extname(path);
  const stem = `${basename(path, extension)}-`;
  const names = readdirSync(dirname(path)).filter(
    (name) =>
      name.startsWith(stem) && name.endsWith(extension) && /^\d{8}T\d{6}Z-\d+-\d+$/.test(middle(name, stem, extension)),
  );
  const latest = `${stem}${stamp(Date.now() + aheadMs)}`;
  const [ahead, past] = [names.filter((name) => name > latest), names.filter((name) => name <= latest)];
  return [...ahead.toSorted(), ...past.toSorted()].map((name) => join(dirname(path), name));
}

function middle(name: string, stem: string, extension: string): string {
  return name.slice(stem.length, name.length - extension.length);
}
