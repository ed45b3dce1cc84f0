/** How bids are read in the branches that only bidders' public adapters show. */
import t from 'tap';
import flipp from '../../src/bidders/flipp.ts';
import { bidderOf, readingOf } from '../adapter/support.ts';

/** The bid of Flipp's decision with these contents. */
function flippBid(contents: readonly object[]) {
  const decision = { adId: 1, creativeId: 2, prebid: { requestId: 'i1', cpm: 3, creative: 'x' }, contents };
  const body = { decisions: { inline: [decision] } };
  return readingOf(bidderOf(flipp), { body, note: { startCompact: false } }).bids[0]?.bid;
}

t.test('Flipp: a bid has the size that its contents tell, and none where they tell none', async (t) => {
  const bid = { id: '1', impid: 'i1', price: 3, adm: 'x', crid: '2' };
  t.same(flippBid([{ data: { width: 300 } }]), { ...bid, w: 300, h: 2400 });
  t.same(flippBid([{ data: { customData: { standardHeight: 700 } } }]), { ...bid, h: 700 });
  for (const contents of [[], [{}]]) t.same(flippBid(contents), bid);
});
