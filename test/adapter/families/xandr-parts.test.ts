/** The steps that bidders on Xandr's platform share. */
import t from 'tap';
import type { BidContext, TypedBidContext } from '../../../src/adapter/reply-steps.ts';
import { Refusal } from '../../../src/adapter/refusal.ts';
import { xandrBids, xandrPart } from '../../../src/adapter/families/xandr-parts.ts';
import { auction, contextOf } from '../support.ts';

const {
  mediaType: [xandrType],
  bid: [xandrCategory],
  video: xandrVideo,
} = xandrBids;
const c = {} as BidContext;
const bid = (appnexus: object) => ({ ext: { appnexus } });

t.test('the media type, category and duration of a bid come from its ext.appnexus', async (t) => {
  const types = [0, 1, 3].map((bid_ad_type) => xandrType(bid({ bid_ad_type }), c));
  t.strictSame(types, ['banner', 'video', 'native']);
  t.equal(xandrType({ ext: {} }, c), 'banner', 'a bid without ext.appnexus is a banner');
  t.type(xandrType({}, c), Refusal, 'a bid without ext is refused');
  for (const bid_ad_type of [2, 4, -1, 0.5]) t.type(xandrType(bid({ bid_ad_type }), c), Refusal);

  const categorise = (one: object) => xandrCategory(one, c as TypedBidContext);
  t.strictSame(categorise({ ...bid({ brand_category_id: 9 }), cat: ['a', 'b'] }), { cat: ['IAB5-1'] });
  t.strictSame(categorise({ ...bid({ brand_category_id: 99 }), cat: ['a', 'b'] }), { cat: undefined });
  t.equal(categorise({ ...bid({}), cat: ['a'] }), null);

  t.strictSame(xandrVideo(bid({ creative_info: { video: { duration: 30 } } })), { duration: 30 });
  t.strictSame(xandrVideo({}), { duration: 0 });
});

t.test('ext.appnexus of a request has the source, AMP and brand categories', async (t) => {
  t.strictSame(xandrPart({}, contextOf({}), 5), { hb_source: 5 });
  const ext = { appnexus: { own: 1, hb_source: 9 }, svc: { targeting: { includebrandcategory: {} } } };
  t.strictSame(xandrPart({ ext }, contextOf({}, { auction: { ...auction, entryPoint: 'amp' } }), 6), {
    own: 1,
    hb_source: 6,
    is_amp: 1,
    brand_category_uniqueness: true,
    include_brand_category: true,
  });
});
