/** Bounds the labels that name a bidder: only configured ones, and not too many of them (issue 7, item 5). */
import type { Sample } from './family.ts';

/**
 * Most bidders that metrics show by name; later ones in the configuration share the name `other`. Each has at most 98 series, and 101 accounts
 * (`admin.metricAccounts` and `other`) at most 25 each, so a process never shows more than 25,000 in all, whatever requests contain.
 */
export const mostBidders = 220;

/** The label for all names that are not shown. */
export const otherName = 'other';

type BidderCount<Name extends string> = { readonly code: string; readonly count: number } & {
  readonly [name in Name]: string | number;
};

/** The bidders that are shown by name. */
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

  /** Counts by bidder and by the member `name`; those of bidders that share a label are summed. */
  summed<Name extends string>(name: Name, counts: readonly BidderCount<Name>[]): Sample[] {
    const samples = new Map<string, Sample>();
    for (const one of counts) {
      const labels = { bidder: this.label(one.code), [name]: String(one[name]) };
      const key = Object.values(labels).join(' ');
      samples.set(key, { labels, value: one.count + (samples.get(key)?.value ?? 0) });
    }
    return [...samples.values()];
  }
}
