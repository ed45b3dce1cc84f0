/**
 * Decides how many pages the embedded store may fill (decisions, 'Caching'; traps, 'LMDB'). Its file never shrinks, and it
 * grows when no run of free pages is long enough for a value: so a part of the cap stays free, the more the worse that is.
 */
import { maxValueBytes } from '../config/cache-limits.ts';

/** The page counts that follow from a cap. */
export interface PageBudget {
  readonly pageBytes: number;
  /** Pages of the file from which every growth is one too many: a little below the cap. */
  readonly filePages: number;
  /** Pages in use, at most. */
  readonly usedPages: number;
  /** Pages that one transaction may write: room for the largest value, but for small stores. */
  readonly batchPages: number;
}

/** What a value costs beside its own bytes when it lies in the tree: key, node and its entry in the table of expiries. */
const entryBytes = 160;

/** The budget of a store of `maxBytes` whose file grew too far `growths` times before. */
export function pageBudget(maxBytes: number, pageBytes: number, growths: number): PageBudget {
  const capPages = Math.floor(maxBytes / pageBytes);
  const largestValue = Math.min(pagesFor(maxValueBytes, { pageBytes }), Math.floor(capPages / 16));
  const batchPages = Math.min(512, Math.max(16, largestValue, Math.floor(capPages / 64)));
  const usedShare = Math.max(0.25, 0.75 - 0.1 * growths);
  const usedPages = Math.max(batchPages, Math.floor(capPages * usedShare) - 4 * batchPages);
  return { pageBytes, filePages: Math.floor(capPages * 0.9), usedPages, batchPages };
}

/** How many pages a value of `valueBytes` takes at most: a large one has pages of its own, a small one shares. */
export function pagesFor(valueBytes: number, { pageBytes }: Pick<PageBudget, 'pageBytes'>): number {
  return 1 + Math.ceil((valueBytes + entryBytes) / pageBytes);
}
