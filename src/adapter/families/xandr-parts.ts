/** What bidders on Xandr's platform share: `ext.appnexus` of requests, and numbers by which bids state media type, category and video. */
import type { MediaType } from '../../openrtb/media-types.ts';
import type { BidVideo } from '../adapter-results.ts';
import type { CallContext, ImpsCheck, SharedRequest } from '../call-steps.ts';
import type { BidStep, MediaTypeRule } from '../reply-steps.ts';
import { numberAt, objectAt, valueAt, wholeAt } from '../json.ts';
import type { Bid } from '../../openrtb/response.ts';
import { badReply, refuse } from '../refusal.ts';
import { xandrCategoryOf } from './xandr-categories.ts';

/** Media types by `bid_ad_type`; 2 is audio, which is not requested. */
const types: readonly (MediaType | undefined)[] = ['banner', 'video', undefined, 'native'];

/** The media type by `ext.appnexus.bid_ad_type`; an unknown number, or no `ext` at all, drops the bid. */
const xandrType: MediaTypeRule<unknown> = ({ ext }) => {
  if (ext === undefined) return badReply('a bid has no ext that tells its bid_ad_type');
  const number = numberAt(ext, 'appnexus', 'bid_ad_type');
  return types[number] ?? badReply(`Unrecognized bid_ad_type in response from appnexus: ${number}`);
};

/** Refuses imps with different members; undefined, '' and 0 count as none. */
export const sameMember: ImpsCheck<{ readonly member?: string | number }> = (imps) => {
  const [first, second] = new Set(imps.flatMap(({ params: { member } }) => (member ? [String(member)] : [])));
  if (second === undefined) return null;
  return refuse(
    `all request.imp[i].ext.prebid.bidder.appnexus.member params must match. Request contained member IDs ${first} and ${second}`,
  );
};

/** Sets the category by its number. Without a known number, a bid with several categories loses them all. */
const xandrCategory: BidStep = ({ ext, cat = [] }) => {
  const category = xandrCategoryOf(numberAt(ext, 'appnexus', 'brand_category_id'));
  if (category !== undefined) return { cat: [category] };
  return cat.length > 1 ? { cat: undefined } : null;
};

/** Video facts for an ad server: the duration in seconds. */
function xandrVideo({ ext }: Bid): BidVideo {
  return { duration: wholeAt(ext, 'appnexus', 'creative_info', 'video', 'duration') };
}

/** The rank of the bid's deal. */
function xandrDealPriority({ ext }: Bid): number {
  return wholeAt(ext, 'appnexus', 'deal_priority');
}

/** How its bids are read. */
export const xandrBids = {
  mediaType: [xandrType],
  bid: [xandrCategory],
  video: xandrVideo,
  dealpriority: xandrDealPriority,
} as const;

/** `ext.appnexus` of a request: its existing members, `hb_source`, and the kind of response that is wanted. */
export function xandrPart({ ext }: SharedRequest, { auction }: Pick<CallContext, 'auction'>, hbSource: number): object {
  const { entryPoint, namespace } = auction;
  const wantsCategory = valueAt(ext, namespace, 'targeting', 'includebrandcategory') !== undefined;
  return {
    ...objectAt(ext, 'appnexus'),
    hb_source: hbSource,
    ...(entryPoint === 'amp' && { is_amp: 1 }),
    ...(wantsCategory && { brand_category_uniqueness: true, include_brand_category: true }),
  };
}
