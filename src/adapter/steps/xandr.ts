/** What the bidders on Xandr's platform share: the kind of ad, the category and the video by numbers, and who asks. */
import type { MediaType } from '../../openrtb/media-types.ts';
import type { BidVideo } from '../adapter-results.ts';
import type { CallContext, ImpsCheck, SharedRequest } from '../call-steps.ts';
import type { BidStep, MediaTypeRule } from '../reply-steps.ts';
import { numberAt, objectAt, valueAt, wholeAt } from '../json.ts';
import type { Bid } from '../../openrtb/response.ts';
import { badReply, refuse } from '../refusal.ts';
import { xandrCategoryOf } from './xandr-categories.ts';

/** Media types by `bid_ad_type`; bids in audio, which 2 stands for, are not asked for. */
const types: readonly (MediaType | undefined)[] = ['banner', 'video', undefined, 'native'];

/** The media type by `ext.appnexus.bid_ad_type`; an unknown number, or no `ext` at all, drops the bid. */
const xandrType: MediaTypeRule<unknown> = ({ ext }) => {
  if (ext === undefined) return badReply('a bid has no ext that tells its bid_ad_type');
  const number = numberAt(ext, 'appnexus', 'bid_ad_type');
  return types[number] ?? badReply(`Unrecognized bid_ad_type in response from appnexus: ${number}`);
};

/** Refuses imps of several members; undefined, '' and 0 are none. */
export const sameMember: ImpsCheck<{ readonly member?: string | number }> = (imps) => {
  const [first, second] = new Set(imps.flatMap(({ params: { member } }) => (member ? [String(member)] : [])));
  if (second === undefined) return null;
  return refuse(
    `all request.imp[i].ext.prebid.bidder.appnexus.member params must match. Request contained member IDs ${first} and ${second}`,
  );
};

/** The category by its number; without one that is known, of several categories none stays. */
const xandrCategory: BidStep = ({ ext, cat = [] }) => {
  const category = xandrCategoryOf(numberAt(ext, 'appnexus', 'brand_category_id'));
  if (category !== undefined) return { cat: [category] };
  return cat.length > 1 ? { cat: undefined } : null;
};

/** What an ad server is told of the video: its duration in seconds. */
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

/** What stands at `ext.appnexus` of a request: what was there, `hb_source`, and what kind of answer is wanted. */
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
