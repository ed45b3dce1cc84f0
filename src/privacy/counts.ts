/** What is counted of privacy: in how many auctions a law or a wish held, how many bidders were stopped or scrubbed (issue 4, item 6). */
import type { Signals } from './signals.ts';

/** What privacy did in one auction; a worker sends it only when there is something to tell. */
export interface PrivacySeen {
  /** The sum of bits of `auctionKinds`: bit n for the kind at place n. */
  readonly kinds: number;
  readonly biddersBlocked: number;
  readonly biddersScrubbed: number;
  /** The vendor list that was missing, as `listKey` makes it; 0 for none. */
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

/** Counts since the process began. */
export type PrivacyCounts = { readonly [kind in (typeof auctionKinds)[number]]: number } & {
  readonly biddersBlocked: number;
  readonly biddersScrubbed: number;
};

/** What one auction's signals add to the counts; `denied` counts the bidders. */
export function seenOf(
  signals: Signals,
  denied: { readonly blocked: number; readonly scrubbed: number },
): PrivacySeen | undefined {
  const { gdpr, consentState, consent, vendors } = signals;
  const isListMissing = consent !== undefined && vendors === undefined;
  const holds = [
    gdpr,
    gdpr && consentState === 'missing',
    gdpr && consentState === 'malformed',
    isListMissing,
    consent?.disclosure === 'missing',
    signals.optedOut,
    signals.coppa,
    signals.lmt,
  ];
  const kinds = holds.reduce((sum, isSo, at) => (isSo ? sum + (1 << at) : sum), 0);
  if (kinds === 0 && denied.blocked === 0 && denied.scrubbed === 0) return undefined;
  return {
    kinds,
    biddersBlocked: denied.blocked,
    biddersScrubbed: denied.scrubbed,
    missingList: isListMissing ? consent.list : 0,
  };
}

/** Sums up what auctions saw. */
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
