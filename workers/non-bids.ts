/** Composes why bidders have no bid (decisions, 'One outcome per (imp, bidder)'): a reason for each imp, and a count of the bids that were dropped, or nearly so. */
import { pairOf, type AuctionContext } from '../src/auction/context.ts';
import { dropReasons, warnReasons, type DropReason, type WarnReason } from '../src/auction/tally.ts';
import { nonBidCode } from '../src/errors.ts';

/** What imps end in whose bids were dropped for these reasons; for all others it is `rejected`. */
const codeOf: { readonly [reason in DropReason]?: number } = {
  currency: nonBidCode.error,
  size: nonBidCode.size,
  insecure: nonBidCode.insecure,
  floor: nonBidCode.belowFloor,
  deal_floor: nonBidCode.belowDealFloor,
};

/** Where one auction has no bid, and why; `bidder` and `imp` are places in the context. */
export class NonBids {
  /** The first reason why a bidder has no bid for an imp, by `pairOf`. */
  readonly reasons = new Map<number, number>();
  /** How many bids were dropped, at `bidder × dropReasons + place of the reason`. */
  readonly drops = new Map<number, number>();
  /** How many took part, and were warned of, at `bidder × warnReasons + place of the reason`; undefined: none. */
  warned: Map<number, number> | undefined;
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
    const key = bidder * dropReasons.length + dropReasons.indexOf(reason);
    this.drops.set(key, (this.drops.get(key) ?? 0) + 1);
    if (imp !== undefined) this.note(bidder, imp, codeOf[reason] ?? nonBidCode.rejected);
  }

  /** Counts a bid that takes part, though a check warns of it. */
  warn(bidder: number, reason: WarnReason): void {
    const key = bidder * warnReasons.length + warnReasons.indexOf(reason);
    this.warned ??= new Map();
    this.warned.set(key, (this.warned.get(key) ?? 0) + 1);
  }
}
