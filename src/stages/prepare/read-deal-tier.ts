/**
 * Decides from which priority on a bidder's deals have a prefix of their own in `hb_pb_cat_dur` (implementations A `DealTier`,
 * B `ExtDealTier`). B complains of every bidder without a `dealTier`; here, as nearly in A, only of one that is wrong.
 */
import { isObject, own } from '../../openrtb/merge-patch.ts';

/** A tier: deals with at least this priority are called by `prefix` and their priority. */
export interface DealTier {
  readonly prefix: string;
  readonly minDealTier: number;
}

/** Characters of a prefix: it stands in keys of ad servers, and in addresses of cached ads. */
const longestPrefix = 32;

/** Reads `dealTier` of merged params, any JSON; undefined for none. A fault ends a sentence that names the params. */
export function readDealTier(params: unknown): DealTier | { readonly fault: string } | undefined {
  const tier = isObject(params) ? (own(params, 'dealTier') ?? undefined) : undefined;
  if (tier === undefined) return undefined;
  if (!isObject(tier)) return { fault: 'have a dealTier that is no object: give prefix and minDealTier' };
  const [prefix, minDealTier] = [own(tier, 'prefix'), own(tier, 'minDealTier')];
  if (typeof prefix !== 'string' || prefix.trim() === '' || prefix.length > longestPrefix) {
    return { fault: `have a dealTier without a prefix of 1 to ${longestPrefix} characters: give one` };
  }
  if (!Number.isSafeInteger(minDealTier) || (minDealTier as number) < 1) {
    return { fault: 'have a dealTier whose minDealTier is no number of 1 or more: give the least priority' };
  }
  return { prefix, minDealTier: minDealTier as number };
}
