/** Counts what privacy rules do, for metrics (issue 4, item 6): auctions by law or signal, and bidders that were blocked or scrubbed. */
import type { Signals } from './signals.ts';

/** What privacy rules did in one auction; workers send it only when there is something to count. */
export interface PrivacySeen {
  /** A bit set: bit n for the kind at index n of `auctionKinds`. */
  readonly kinds: number;
  readonly biddersBlocked: number;
  readonly biddersScrubbed: number;
  /** The `listKey` of a missing vendor list; 0 for none. */
  readonly missingList: number;
}

/** The kinds of auction that are counted. */
export const auctionKinds = [
  'gdpr',
  'consentMissing',
  'consentMalformed',
  'vendorListUnknown',
  'disclosureMissing',
  'optedOut',
  'coppa',
  'lmt',
] as const;

/** Counts since the process started. */
export type PrivacyCounts = { readonly [kind in (typeof auctionKinds)[number]]: number } & {
  readonly biddersBlocked: number;
  readonly biddersScrubbed: number;
};

/** What one auction adds to the counts; `denied` holds numbers of bidders. Undefined for nothing. */
export function seenOf(
  signals: Signals,
  denied: { readonly blocked: number; readonly scrubbed: number },
): PrivacySeen | undefined {
  const { gdpr, consentState, consent, vendors } = signals;
  const isListMissing = consent !== undefined && vendors === undefined;
  const flags = [
    gdpr,
    gdpr && consentState === 'missing',
    gdpr && consentState === 'malformed',
    isListMissing,
    consent?.disclosure === 'missing',
    signals.optedOut,
    signals.coppa,
    signals.lmt,
  ];
  const kinds = flags.reduce((sum, isSo, at) => (isSo ? sum + (1 << at) : sum), 0);
  if (kinds === 0 && denied.blocked === 0 && denied.scrubbed === 0) return undefined;
  return {
    kinds,
    biddersBlocked: denied.blocked,
    biddersScrubbed: denied.scrubbed,
    missingList: isListMissing ? consent.list : 0,
  };
}

/** Sums up the counts of auctions. */
export class PrivacyTally {
  readonly #kinds = auctionKinds.map(() => 0);
  #blocked = 0;
  #scrubbed = 0;

  /** Adds one auction. */
  add({ kinds, biddersBlocked, biddersScrubbed }: PrivacySeen): void {
    for (let at = 0; at < this.#kinds.length; at++) this.#kinds[at]! += (kinds >> at) & 1;
    this.#blocked += biddersBlocked;
    this.#scrubbed += biddersScrubbed;
  }

  /** The counts so far. */
  counts(): PrivacyCounts {
    const byKind = Object.fromEntries(auctionKinds.map((kind, at) => [kind, this.#kinds[at]!]));
    return { ...byKind, biddersBlocked: this.#blocked, biddersScrubbed: this.#scrubbed } as PrivacyCounts;
  }
}
