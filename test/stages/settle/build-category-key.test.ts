/** The value of `hb_pb_cat_dur` (implementations A `updateHbPbCatDur`, B `createCategoryDuration`). */
import t from 'tap';
import { buildCategoryKey, dealFront } from '../../../src/stages/settle/build-category-key.ts';

t.test('the key joins price, category, duration and bidder', async (t) => {
  const parts = { front: '3.00', category: '399', seconds: 30, bidder: '' };
  t.equal(buildCategoryKey(parts), '3.00_399_30s');
  t.equal(buildCategoryKey({ ...parts, category: undefined }), '3.00_30s');
  t.equal(buildCategoryKey({ ...parts, bidder: 'acme' }), '3.00_399_30s_acme');
});

t.test('a deal with enough priority replaces the price by its tier', async (t) => {
  const tier = { prefix: 'tier', minDealTier: 5 };
  t.equal(dealFront(4, tier), undefined);
  t.equal(dealFront(5, tier), 'tier5');
  t.equal(dealFront(9, tier), 'tier9');
  t.equal(dealFront(undefined, tier), undefined);
  t.equal(dealFront(9, undefined), undefined);
});
