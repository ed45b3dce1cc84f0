/** Decides which files captured auctions stand in: each process has its own, begun anew when full; the oldest of all are removed. */
import { appendFileSync, closeSync, ftruncateSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, extname, basename, join } from 'node:path';
import { isFullDisk } from '../full-disk.ts';
import { makeFolder } from '../make-folder.ts';
import type { CaptureSetup } from './capture-message.ts';

/** `path` is the name that every file's name derives from, `keep` how many there are at most, of all processes. */
type CaptureFileRules = Pick<CaptureSetup, 'path' | 'maxBytes' | 'keep'>;

/** The files of one process. Its calls block: it belongs into a thread of its own. */
export class CaptureFiles {
  readonly #rules: CaptureFileRules;
  readonly #name: (at: string) => string;
  #file: { readonly path: string; readonly descriptor: number } | undefined;
  #bytes = 0;
  #count = 0;

  /** Makes the folder, if the disk has room. `pid` tells this process's files apart. Throws an Error that names the setting when files cannot be written. */
  constructor(rules: CaptureFileRules, pid: number) {
    const extension = extname(rules.path);
    const stem = join(dirname(rules.path), basename(rules.path, extension));
    this.#rules = rules;
    this.#name = (at) => `${stem}-${at}-${pid}-${String((this.#count += 1)).padStart(4, '0')}${extension}`;
    try {
      makeFolder(dirname(rules.path));
      // The first file is made when there is something to write: a folder that takes none must be found now.
      const probe = `${rules.path}.${pid}`;
      closeSync(openSync(probe, 'w'));
      rmSync(probe, { force: true });
    } catch (error) {
      // Each auction that is lost is told.
      if (isFullDisk(error)) return;
      const what = `capture.path ${rules.path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unusable'})`;
      throw new Error(`${what}: name a file in a folder that this process may write`, { cause: error });
    }
  }

  /** Appends lines, each with its end. Throws what the disk says. */
  append(lines: string): void {
    const bytes = Buffer.byteLength(lines);
    if (this.#file === undefined || (this.#bytes > 0 && this.#bytes + bytes > this.#rules.maxBytes) || this.#isGone()) {
      this.#begin();
    }
    const { descriptor } = this.#file!;
    try {
      appendFileSync(descriptor, lines);
    } catch (error) {
      // What a full disk took of the lines must not run into the next ones.
      ftruncateSync(descriptor, this.#bytes);
      throw error;
    }
    this.#bytes += bytes;
  }

  /** Ends the file. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file.descriptor);
    this.#file = undefined;
  }

  /** Another process may have removed this file as the oldest, or somebody has moved it. */
  #isGone(): boolean {
    return statSync(this.#file!.path, { throwIfNoEntry: false }) === undefined;
  }

  #begin(): void {
    this.close();
    makeFolder(dirname(this.#rules.path));
    const path = this.#name(stamp(Date.now()));
    this.#file = { path, descriptor: openSync(path, 'a') };
    this.#bytes = 0;
    const old = captureFiles(this.#rules.path).slice(0, -this.#rules.keep);
    for (const one of old) rmSync(one, { force: true });
  }
}

/** A file whose name is further ahead than this was begun while the clock was, in milliseconds. */
const aheadMs = 60_000;

/** A time in milliseconds since 1970 as names have it. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** The files that stand beside `path`, the oldest first: what is named ahead of the clock was begun before it was set back. */
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
