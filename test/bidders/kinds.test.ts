/** Of which kind a bid is for an imp that offers several, or when it says nothing, where no recorded case shows it. */
import t from 'tap';
import type { MediaType } from '../../src/adapter/contract.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import datablocks from '../../src/bidders/datablocks.ts';
import kobler from '../../src/bidders/kobler.ts';
import pubnative from '../../src/bidders/pubnative.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';

/** The kind of a bid with these members for an imp of these types; undefined for a bid that is dropped. */
function kindOf(definition: BidderDefinition, types: readonly MediaType[], more: object = {}) {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, ...more }] }] };
  return readingOf(bidderOf(definition), { body }, [types]).bids[0]?.type;
}

t.test('the kind by which a bidder takes an imp of several', async (t) => {
  for (const definition of [datablocks, pubnative]) {
    t.equal(kindOf(definition, ['banner', 'video', 'native']), 'video', definition.code);
    t.equal(kindOf(definition, ['banner', 'native']), 'native', definition.code);
    t.equal(kindOf(definition, ['banner']), 'banner', definition.code);
  }
});

t.test('Kobler: a bid that names no kind is a banner', async (t) => {
  t.equal(kindOf(kobler, ['banner']), 'banner');
  t.equal(kindOf(kobler, ['banner'], { ext: { prebid: { type: 'x' } } }), 'banner');
  t.equal(kindOf(kobler, ['banner', 'video'], { ext: { svc: { type: 'video' } } }), 'video');
});
