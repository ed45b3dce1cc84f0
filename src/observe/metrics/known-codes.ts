/** Bounds the labels that name a bidder: only those of the configuration, and not too many of them (issue 7, item 5). */

/**
 * Bidders that metrics show by name; those after them in the configuration are one, called `other`. Each takes 85 series at most:
 * so a process never shows more than 25,000 in all, whatever requests say.
 */
export const mostBidders = 256;

/** What all names are called that are not shown. */
export const otherName = 'other';

/** The bidders that are shown. */
export class KnownCodes {
  readonly all: readonly string[];
  readonly #shown: ReadonlySet<string>;

  /** `codes` are those of the configuration, in its order. */
  constructor(codes: readonly string[]) {
    this.all = codes.slice(0, mostBidders);
    this.#shown = new Set(this.all);
  }

  /** The label of a bidder: its code, or `other`. */
  label(code: string): string {
    return this.#shown.has(code) ? code : otherName;
  }
}

/** Sums numbers under equal keys, in the order in which the keys come first. */
export function summed(entries: Iterable<readonly [key: string, value: number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [key, value] of entries) sums.set(key, (sums.get(key) ?? 0) + value);
  return sums;
}
