/**
 * Decides the priority from which a bidder's deals have their own prefix in `hb_pb_cat_dur` (implementations A `DealTier`, B
 * `ExtDealTier`). B warns of every bidder without a `dealTier`; here, nearly as in A, only of one that is wrong.
 */
import { isObject, own } from '../../openrtb/json-object.ts';

/** A tier: deals with at least this priority are named by `prefix` and their priority. */
interface DealTier {
  readonly prefix: string;
  readonly minDealTier: number;
}

/** The most characters of a prefix: it becomes part of ad-server keys and of the URLs of cached ads. */
const longestPrefix = 32;

/** Reads `dealTier` of merged params, which may be any JSON; undefined for none. A fault ends a sentence that names the params. */
export function readDealTier(params: unknown): DealTier | { readonly fault: string } | undefined {
  const tier = isObject(params) ? (own(params, 'dealTier') ?? undefined) : undefined;
  if (tier === undefined) return undefined;
  if (!isObject(tier)) return { fault: 'have a dealTier that is not an object: give prefix and minDealTier' };
  const [prefix, minDealTier] = [own(tier, 'prefix'), own(tier, 'minDealTier')];
  if (typeof prefix !== 'string' || prefix.trim() === '' || prefix.length > longestPrefix) {
    return { fault: `have a dealTier without a prefix of 1 to ${longestPrefix} characters: give one` };
  }
  if (!Number.isSafeInteger(minDealTier) || (minDealTier as number) < 1) {
    return { fault: 'have a dealTier whose minDealTier is not a number of 1 or more: give the minimum priority' };
  }
  return { prefix, minDealTier: minDealTier as number };
}
