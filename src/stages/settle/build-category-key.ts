/**
 * Decides the value of `hb_pb_cat_dur` (implementations A `updateHbPbCatDur`, B `createCategoryDuration`): price, category, duration.
 * A deal of a high enough priority has its tier in place of the price: by its own priority, as in A and in Prebid.js, so that an ad
 * server has a line item for each; B writes the least one of its tier.
 */

/** What a bid is called in its pod. */
export interface BidPod {
  /** The value of `hb_pb_cat_dur`; absent for none. */
  readonly catDur?: string;
  /** Its deal has the priority that its tier asks for. */
  readonly dealtiersatisfied?: true;
}

/** What the value is made of; `category` undefined: keys go without, `bidder` '': it is not named. */
export interface CategoryKeyParts {
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

/** What stands for the price of a deal, undefined where its priority (undefined: none) is below its tier. */
export function dealFront(
  priority: number | undefined,
  tier: { readonly prefix: string; readonly minDealTier: number } | undefined,
): string | undefined {
  if (tier === undefined || priority === undefined || priority < tier.minDealTier) return undefined;
  return `${tier.prefix}${priority}`;
}
