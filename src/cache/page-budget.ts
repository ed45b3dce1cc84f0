/**
 * Decides how many pages the embedded store may fill, and when it may be written (decisions, 'Caching'; traps, 'LMDB'). Its file never
 * shrinks, and grows when no run of free pages is long enough for a value. So part of the limit stays free: the more fragmented the file,
 * the larger that part.
 */
import { maxValueBytes } from '../config/cache-limits.ts';
import type { EmbeddedTables } from './embedded-tables.ts';

/** The bytes that a value in the tree takes beside its own: key, node and its entry in the table of expiries. */
const entryBytes = 160;

/** The first and the longest pause of writing after the file grew too far or a write failed. */
const firstPauseMs = 500;
const longestPauseMs = 600_000;
/** The longest pause after failed writes: the library reports each on standard error. */
const longestFailurePauseMs = 30_000;

/** The page budget of one store. */
export class PageBudget {
  /** The most pages that one transaction writes: enough for the largest value, except in small stores. */
  readonly batchPages: number;
  readonly #tables: EmbeddedTables;
  /** The limit in pages. */
  readonly capPages: number;
  /** The file size in pages beyond which each growth counts as one too many: at first a little below the limit. */
  #largestFile: number;
  #growths = 0;
  /** Failed writes in a row. */
  #failures = 0;
  #pausedUntilMs = 0;

  constructor(maxBytes: number, tables: EmbeddedTables) {
    this.#tables = tables;
    this.capPages = Math.floor(maxBytes / tables.pageBytes);
    const largestValue = Math.min(this.pagesFor(maxValueBytes), Math.floor(this.capPages / 16));
    this.batchPages = Math.min(512, Math.max(16, largestValue, Math.floor(this.capPages / 64)));
    this.#largestFile = Math.max(Math.floor(this.capPages * 0.9), tables.size().file);
  }

  /** The most pages in use. */
  get usedPages(): number {
    const share = Math.max(0.25, 0.75 - 0.1 * this.#growths);
    return Math.max(this.batchPages, Math.floor(this.capPages * share) - 4 * this.batchPages);
  }

  /** The most pages that a value of `valueBytes` takes: large values have their own pages, small ones share. */
  pagesFor(valueBytes: number): number {
    return 1 + Math.ceil((valueBytes + entryBytes) / this.#tables.pageBytes);
  }

  /**
   * False for a while after each growth beyond the budget, twice as long each time. Either free pages are too scattered, and a smaller
   * budget helps; or none can be reused (a stopped process holds an old snapshot), and only time helps.
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

  /** Notes the result of a write; a failed one begins a pause. */
  noteWrite(isWritten: boolean): void {
    if (!isWritten)
      this.#pausedUntilMs = performance.now() + Math.min(longestFailurePauseMs, firstPauseMs * 2 ** this.#failures);
    this.#failures = isWritten ? 0 : this.#failures + 1;
  }
}
