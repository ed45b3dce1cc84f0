/**
 * Decides the value of `hb_pb_cat_dur` (implementations A `updateHbPbCatDur`, B `createCategoryDuration`): price, category, duration. A
 * deal of high enough priority has its tier instead of the price: with its own priority, as in A and in Prebid.js, so that an ad server has
 * a line item for each; B writes the lowest priority of its tier.
 */

/** What a bid is called in its pod. */
export interface BidPod {
  /** The value of `hb_pb_cat_dur`; absent for none. */
  readonly catDur?: string;
  /** Its deal has the priority that its tier requires. */
  readonly dealtiersatisfied?: true;
}

/** The parts of the value; `category` undefined: left out, `bidder` '': not named. */
interface CategoryKeyParts {
  /** The bucket of the price, or the deal's tier. */
  readonly front: string;
  readonly category: string | undefined;
  readonly seconds: number;
  readonly bidder: string;
}

/** The value of one bid. */
export function buildCategoryKey({ front, category, seconds, bidder }: CategoryKeyParts): string {
  const middle = category === undefined ? '' : `${category}_`;
  return `${front}_${middle}${seconds}s${bidder === '' ? '' : `_${bidder}`}`;
}

/** What replaces the price of a deal; undefined where its priority (undefined: none) is below its tier. */
export function dealFront(
  priority: number | undefined,
  tier: { readonly prefix: string; readonly minDealTier: number } | undefined,
): string | undefined {
  if (tier === undefined || priority === undefined || priority < tier.minDealTier) return undefined;
  return `${tier.prefix}${priority}`;
}
