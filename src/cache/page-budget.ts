/**
 * Decides how many pages the embedded store may fill (decisions, 'Caching'; traps, 'LMDB'). Its file never shrinks and grows
 * when no run of free pages is long enough, so a part of the cap stays free.
 */

/** The page counts that follow from a cap. */
export interface PageBudget {
  readonly pageBytes: number;
  /** Pages of a file as large as the cap. */
  readonly capPages: number;
  /** Pages in use, at most. */
  readonly usedPages: number;
  /** Pages that one transaction may write. */
  readonly batchPages: number;
}

/** What a value costs beside its own bytes when it lies in the tree: key, node and its entry in the table of expiries. */
const entryBytes = 160;

/** The budget of a store of `maxBytes`. */
export function pageBudget(maxBytes: number, pageBytes: number): PageBudget {
  const capPages = Math.floor(maxBytes / pageBytes);
  const batchPages = Math.min(512, Math.max(16, Math.floor(capPages / 64)));
  return { pageBytes, capPages, usedPages: Math.floor(capPages * 0.75) - batchPages, batchPages };
}

/** How many pages a value of `valueBytes` takes at most: a large one has pages of its own, a small one shares. */
export function pagesFor(valueBytes: number, { pageBytes }: Pick<PageBudget, 'pageBytes'>): number {
  return 1 + Math.ceil((valueBytes + entryBytes) / pageBytes);
}
