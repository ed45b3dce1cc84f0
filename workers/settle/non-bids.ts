/**
 * Composes why bidders have no bid (decisions, 'One outcome per (imp, bidder)'):
 * a reason for each imp, and counts of bids that were dropped or got a warning.
 */
import { pairOf, type AuctionContext } from '../../src/auction/context.ts';
import { dropReasons, tallied, warnReasons, type DropReason, type WarnReason } from '../../src/auction/tally.ts';
import { nonBidCode } from '../../src/errors.ts';

/** The non-bid code of imps whose bids were dropped for these reasons; for all others it is `rejected`. */
const codeOf: { readonly [reason in DropReason]?: number } = {
  currency: nonBidCode.error,
  size: nonBidCode.size,
  insecure: nonBidCode.insecure,
  floor: nonBidCode.belowFloor,
  deal_floor: nonBidCode.belowDealFloor,
  category: nonBidCode.category,
};

/** Above every number that a tally has for a kind of event. */
export const talliedKinds = 1000;

/** Where one auction has no bid, and why; `bidder` and `imp` are indexes in the context. */
export class NonBids {
  /** The first reason why a bidder has no bid for an imp, by `pairOf`. */
  readonly reasons = new Map<number, number>();
  /** How many bids were dropped, or took part with a warning, at `bidder × talliedKinds + the tally's number for that`. */
  readonly counts = new Map<number, number>();
  readonly #context: AuctionContext;

  constructor(context: AuctionContext) {
    this.#context = context;
    for (const { bidder, imp, code } of context.nonbids) this.note(bidder, imp, code);
  }

  /** Notes why a bidder has no bid on an imp, unless a reason is already known. */
  note(bidder: number, imp: number, code: number): void {
    const key = pairOf(this.#context, bidder, imp);
    if (!this.reasons.has(key)) this.reasons.set(key, code);
  }

  /** Counts a dropped bid; if it answers an imp, notes the reason there. */
  drop(bidder: number, imp: number | undefined, reason: DropReason): void {
    this.#count(bidder, tallied.drop + dropReasons.indexOf(reason));
    if (imp !== undefined) this.note(bidder, imp, codeOf[reason] ?? nonBidCode.rejected);
  }

  /** As `drop`, for a bid that was accepted when its bidder's reply was read: the reason replaces a 'no bid' of its imp. */
  dropLate(bidder: number, imp: number, reason: DropReason): void {
    const key = pairOf(this.#context, bidder, imp);
    if (this.reasons.get(key) === nonBidCode.noBid) this.reasons.delete(key);
    this.drop(bidder, imp, reason);
  }

  /** Counts a bid that takes part with a warning. */
  warn(bidder: number, reason: WarnReason): void {
    this.#count(bidder, tallied.warn + warnReasons.indexOf(reason));
  }

  #count(bidder: number, what: number): void {
    const key = bidder * talliedKinds + what;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }
}
