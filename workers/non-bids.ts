/** Composes why bidders have no bid (decisions, 'One outcome per (imp, bidder)'): a reason for each imp, and a count of the bids that were dropped, or nearly so. */
import { pairOf, type AuctionContext } from '../src/auction/context.ts';
import { dropReasons, tallied, warnReasons, type DropReason, type WarnReason } from '../src/auction/tally.ts';
import { nonBidCode } from '../src/errors.ts';

/** What imps end in whose bids were dropped for these reasons; for all others it is `rejected`. */
const codeOf: { readonly [reason in DropReason]?: number } = {
  currency: nonBidCode.error,
  size: nonBidCode.size,
  insecure: nonBidCode.insecure,
  floor: nonBidCode.belowFloor,
  deal_floor: nonBidCode.belowDealFloor,
  category: nonBidCode.category,
};

/** More than any number by which a tally calls what happened. */
export const talliedKinds = 1000;

/** Where one auction has no bid, and why; `bidder` and `imp` are places in the context. */
export class NonBids {
  /** The first reason why a bidder has no bid for an imp, by `pairOf`. */
  readonly reasons = new Map<number, number>();
  /** How many bids were dropped, or took part though a check warns of them, at `bidder × talliedKinds + what a tally calls that`. */
  readonly counts = new Map<number, number>();
  readonly #context: AuctionContext;

  constructor(context: AuctionContext) {
    this.#context = context;
    for (const { bidder, imp, code } of context.nonbids) this.note(bidder, imp, code);
  }

  /** Notes why a bidder has no bid on an imp, unless a reason is known already. */
  note(bidder: number, imp: number, code: number): void {
    const key = pairOf(this.#context, bidder, imp);
    if (!this.reasons.has(key)) this.reasons.set(key, code);
  }

  /** Counts a bid that is dropped; if it answers an imp, its bidder has none there for that. */
  drop(bidder: number, imp: number | undefined, reason: DropReason): void {
    this.#count(bidder, tallied.drop + dropReasons.indexOf(reason));
    if (imp !== undefined) this.note(bidder, imp, codeOf[reason] ?? nonBidCode.rejected);
  }

  /** The same of a bid that took part when its bidder's reply was read, which left its imp without another reason. */
  dropLate(bidder: number, imp: number, reason: DropReason): void {
    const key = pairOf(this.#context, bidder, imp);
    if (this.reasons.get(key) === nonBidCode.noBid) this.reasons.delete(key);
    this.drop(bidder, imp, reason);
  }

  /** Counts a bid that takes part, though a check warns of it. */
  warn(bidder: number, reason: WarnReason): void {
    this.#count(bidder, tallied.warn + warnReasons.indexOf(reason));
  }

  #count(bidder: number, what: number): void {
    const key = bidder * talliedKinds + what;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}
