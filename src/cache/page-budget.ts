/**
 * Decides how many pages the embedded store may fill, and when it may be written (decisions, 'Caching'; traps, 'LMDB'). Its file never
 * shrinks, and it grows when no run of free pages is long enough for a value: so a part of the cap stays free, the more the worse that is.
 */
import { maxValueBytes } from '../config/cache-limits.ts';
import type { EmbeddedTables } from './embedded-tables.ts';

/** What a value costs beside its own bytes when it lies in the tree: key, node and its entry in the table of expiries. */
const entryBytes = 160;

/** How long puts are refused when the file grew too far or a write failed, at first; and at most. */
const firstPauseMs = 500;
const longestPauseMs = 600_000;
/** The longest pause after writes that failed: the library tells of each on standard error. */
const longestFailurePauseMs = 30_000;

/** The pages of one store. */
export class PageBudget {
  /** Pages that one transaction may write: room for the largest value, but for small stores. */
  readonly batchPages: number;
  readonly #tables: EmbeddedTables;
  readonly #capPages: number;
  /** Pages of the file from which every growth is one too many: at first a little below the cap. */
  #largestFile: number;
  #growths = 0;
  /** Writes that failed in a row. */
  #failures = 0;
  #pausedUntilMs = 0;

  constructor(maxBytes: number, tables: EmbeddedTables) {
    this.#tables = tables;
    this.#capPages = Math.floor(maxBytes / tables.pageBytes);
    const largestValue = Math.min(this.pagesFor(maxValueBytes), Math.floor(this.#capPages / 16));
    this.batchPages = Math.min(512, Math.max(16, largestValue, Math.floor(this.#capPages / 64)));
    this.#largestFile = Math.max(Math.floor(this.#capPages * 0.9), tables.size().file);
  }

  /** Pages in use, at most. */
  get usedPages(): number {
    const share = Math.max(0.25, 0.75 - 0.1 * this.#growths);
    return Math.max(this.batchPages, Math.floor(this.#capPages * share) - 4 * this.batchPages);
  }

  /** How many pages a value of `valueBytes` takes at most: a large one has pages of its own, a small one shares. */
  pagesFor(valueBytes: number): number {
    return 1 + Math.ceil((valueBytes + entryBytes) / this.#tables.pageBytes);
  }

  /**
   * False for a while after each growth beyond the budget, twice as long each time: either free pages lie too scattered, then
   * a smaller budget helps; or none can be used again (a stopped process holds an old snapshot), then only time does.
   */
  mayWrite(filePages: number): boolean {
    const nowMs = performance.now();
    if (filePages > this.#largestFile) {
      this.#largestFile = filePages;
      this.#pausedUntilMs = nowMs + Math.min(longestPauseMs, firstPauseMs * 2 ** this.#growths++);
    }
    if (nowMs < this.#pausedUntilMs) return false;
    if (this.#pausedUntilMs > 0) this.#tables.forgetDeadReaders();
    this.#pausedUntilMs = 0;
    return true;
  }

  /** Takes note of a write; one that failed begins a pause. */
  noteWrite(isWritten: boolean): void {
    if (!isWritten)
      this.#pausedUntilMs = performance.now() + Math.min(longestFailurePauseMs, firstPauseMs * 2 ** this.#failures);
    this.#failures = isWritten ? 0 : this.#failures + 1;
  }
}
