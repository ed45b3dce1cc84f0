/** Reading a bidder's deal tier from params (implementations A `DealTier`, B `ExtDealTier`). */
import t from 'tap';
import { readDealTier } from '../../../src/stages/prepare/read-deal-tier.ts';

t.test('a complete deal tier is read', async (t) => {
  t.strictSame(readDealTier({ dealTier: { prefix: 'tier', minDealTier: 5, more: 1 } }), {
    prefix: 'tier',
    minDealTier: 5,
  });
});

t.test('params without a deal tier have none', async (t) => {
  for (const params of [{}, { dealTier: null }, [], 'x', null, undefined]) t.equal(readDealTier(params), undefined);
});

t.test('an invalid deal tier is a fault', async (t) => {
  for (const [dealTier, fault] of [
    [[], /not an object/],
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
