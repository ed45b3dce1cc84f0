/** What the bidders on Xandr's platform share: the kind of ad, the category and the video by numbers, and who asks. */
import type { BidVideo, MediaType } from '../contract.ts';
import { badReply, type BidStep, type CallContext, type MediaTypeRule, type SharedRequest } from '../definition.ts';
import { numberAt, valueAt } from '../json.ts';
import type { Bid } from '../../openrtb/response.ts';
import { xandrCategoryOf } from './xandr-categories.ts';

/** Media types by `bid_ad_type`. */
const types: readonly MediaType[] = ['banner', 'video', 'audio', 'native'];

/** The media type by `ext.appnexus.bid_ad_type`; an unknown number drops the bid. */
export const xandrType: MediaTypeRule<unknown> = ({ ext }) =>
  types[numberAt(ext, 'appnexus', 'bid_ad_type')] ?? badReply('a bid has an unknown bid_ad_type');

/** The category by its number; without one that is known, of several categories none stays. */
export const xandrCategory: BidStep = ({ ext, cat = [] }) => {
  const category = xandrCategoryOf(numberAt(ext, 'appnexus', 'brand_category_id'));
  if (category !== undefined) return { cat: [category] };
  return cat.length > 1 ? { cat: undefined } : null;
};

/** What an ad server is told of the video: its duration in seconds. */
export function xandrVideo({ ext }: Bid): BidVideo {
  return { duration: numberAt(ext, 'appnexus', 'creative_info', 'video', 'duration') };
}

/** The rank of the bid's deal. */
export function xandrDealPriority({ ext }: Bid): number {
  return numberAt(ext, 'appnexus', 'deal_priority');
}

/** What stands at `ext.appnexus` of a request: what was there, `hb_source`, and what kind of answer is wanted. */
export function xandrPart({ ext }: SharedRequest, { auction }: Pick<CallContext, 'auction'>, hbSource: number): object {
  const { entryPoint, namespace } = auction;
  const wantsCategory = valueAt(ext, namespace, 'targeting', 'includebrandcategory') !== undefined;
  return {
    ...(valueAt(ext, 'appnexus') as object | undefined),
    hb_source: hbSource,
    ...(entryPoint === 'amp' && { is_amp: 1 }),
    ...(wantsCategory && { brand_category_uniqueness: true, include_brand_category: true }),
  };
}
