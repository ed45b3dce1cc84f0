/** From which priority on a bidder's deals have a prefix of their own (implementations A `DealTier`, B `ExtDealTier`). */
import t from 'tap';
import { readDealTier } from '../../../src/stages/prepare/read-deal-tier.ts';

t.test('a whole tier is read', async (t) => {
  t.strictSame(readDealTier({ dealTier: { prefix: 'tier', minDealTier: 5, more: 1 } }), {
    prefix: 'tier',
    minDealTier: 5,
  });
});

t.test('nothing is said of params without one', async (t) => {
  for (const params of [{}, { dealTier: null }, [], 'x', null, undefined]) t.equal(readDealTier(params), undefined);
});

t.test('what is wrong is said with its fix', async (t) => {
  for (const [dealTier, fault] of [
    [[], /no object/],
    [{ minDealTier: 5 }, /prefix/],
    [{ prefix: '  ', minDealTier: 5 }, /prefix/],
    [{ prefix: 'x'.repeat(33), minDealTier: 5 }, /prefix/],
    [{ prefix: 'x' }, /minDealTier/],
    [{ prefix: 'x', minDealTier: 1.5 }, /minDealTier/],
    [{ prefix: 'x', minDealTier: 0 }, /minDealTier/],
    [{ prefix: 'x', minDealTier: '5' }, /minDealTier/],
  ] as const) {
    t.match(readDealTier({ dealTier }), { fault }, JSON.stringify(dealTier));
  }
});
