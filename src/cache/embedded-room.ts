/**
 * Makes room in the embedded store's file before LMDB needs it. When LMDB (lmdb 3.5.6, mdb_page_flush) meets a full disk, it writes a message
 * of over 100 bytes into a buffer of 100, which now and then ends the process.
 */
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { isFullDisk } from '../full-disk.ts';

/** The most pages that are added beyond those that are needed, and the most in one step. */
const mostAheadPages = 256;
const mostStepPages = 64;

/** Safe beside other processes: with O_APPEND zeros go after the file's current end, never over a page. */
const toAppend = constants.O_WRONLY | constants.O_APPEND;

/** The room in one store's file. Calls of `make` must not overlap. */
export class StoreRoom {
  readonly #file: string;
  readonly #pageBytes: number;
  readonly #mostPages: number;
  readonly #aheadPages: number;
  readonly #stepBytes: number;
  /** The size of the file when it was last looked at: it never shrinks. */
  #bytes = 0;

  /** A store that grows beyond most of `capPages` gets no further room: it soon pauses (`PageBudget`). */
  constructor(file: string, pageBytes: number, capPages: number) {
    this.#file = file;
    this.#pageBytes = pageBytes;
    this.#mostPages = Math.floor(capPages * 0.85);
    this.#aheadPages = Math.min(mostAheadPages, Math.floor(capPages / 64));
    // Processes that come at once add a step each: the limit must hold for many.
    this.#stepBytes = Math.min(mostStepPages, Math.ceil(capPages / 512)) * pageBytes;
  }

  /** Lengthens the file to at least `pages`. Rejects with the system's error when the disk has no room; any other error is left to LMDB. */
  async make(pages: number): Promise<void> {
    const needed = this.#bytesFor(pages);
    if (needed <= this.#bytes) return;
    try {
      this.#bytes = (await stat(this.#file)).size;
      if (needed > this.#bytes) await this.#lengthen(this.#bytesFor(pages + this.#aheadPages));
    } catch (error) {
      // There may be room for what is needed, only not for more.
      if (isFullDisk(error) && needed > this.#bytes) throw error;
    }
  }

  async #lengthen(bytes: number): Promise<void> {
    const file = await open(this.#file, toAppend);
    try {
      while (this.#bytes < bytes) {
        await file.appendFile(Buffer.alloc(Math.min(this.#stepBytes, bytes - this.#bytes)));
        this.#bytes = (await file.stat()).size;
      }
    } finally {
      await file.close();
    }
  }

  #bytesFor(pages: number): number {
    return Math.min(pages, this.#mostPages) * this.#pageBytes;
  }
}
