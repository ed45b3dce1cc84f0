/** Steps that change one bid. */
import t from 'tap';
import type { TypedBidContext } from '../../../src/adapter/reply-steps.ts';
import { priceMacro, videoAt } from '../../../src/adapter/steps/bid.ts';

const c = { type: 'banner' } as TypedBidContext;

t.test('priceMacro replaces each price macro in the given members', async (t) => {
  const step = priceMacro('adm', 'nurl');
  const asked = 'a=${AUCTION_PRICE}&b=${AUCTION_PRICE}';
  t.strictSame(step({ price: 1.5, adm: asked, nurl: 'none', burl: asked }, c), { adm: 'a=1.5&b=1.5' });
  t.equal(step({ price: 1.5, adm: 'none' }, c), null);
  t.strictSame(step({ adm: asked }, c), { adm: 'a=0&b=0' });
});

t.test('60,000 price macros in each of 30 bids are replaced in linear time, so before the timeout', async (t) => {
  const adm = '${AUCTION_PRICE}'.repeat(60_000);
  for (let bids = 0; bids < 30; bids++) t.ok(priceMacro('adm')({ price: 1e-7, adm }, c));
});

t.test('priceMacro never writes an exponent', async (t) => {
  for (const [price, text] of [
    [0.5, '0.5'],
    [0.0000001, '0.0000001'],
    [1e21, '1000000000000000000000'],
  ] as const)
    t.strictSame(priceMacro('adm')({ price, adm: '${AUCTION_PRICE}' }, c), { adm: text });
});

t.test('videoAt returns the duration and the first category', async (t) => {
  t.strictSame(videoAt('dur')({ dur: 30, cat: ['a', 'b'] }), { duration: 30, primary_category: 'a' });
  t.strictSame(videoAt('dur')({}), { duration: 0, primary_category: '' });
  t.match(videoAt('dur')({ dur: -5 }), { duration: 0 }, 'a negative duration is 0');
});
