/** Steps that set or convert floors. */
import t from 'tap';
import { Refusal } from '../../../src/adapter/refusal.ts';
import { floorIn, floorOf } from '../../../src/adapter/steps/floor.ts';
import { rateFinder } from '../../../src/money/convert.ts';
import { contextOf } from '../support.ts';

const c = contextOf({});

t.test('floorIn converts a floor that is in another currency', async (t) => {
  t.strictSame(floorIn('USD')({ bidfloor: 2, bidfloorcur: 'EUR' }, c), { bidfloor: 2.5, bidfloorcur: 'USD' });
  t.strictSame(floorIn('USD')({ bidfloor: 2, bidfloorcur: 'eur' }, c), { bidfloor: 2.5, bidfloorcur: 'USD' });
  t.strictSame(
    floorIn('EUR')({ bidfloor: 2.5 }, c),
    { bidfloor: 2, bidfloorcur: 'EUR' },
    'a floor without a currency is in USD',
  );
  t.strictSame(
    floorIn('USD')({ bidfloor: 0.07, bidfloorcur: 'EUR' }, c),
    { bidfloor: 0.0875, bidfloorcur: 'USD' },
    'exactly',
  );
  t.equal(floorIn('USD')({ bidfloor: 2, bidfloorcur: 'USD' }, c), null);
  t.equal(floorIn('USD')({ bidfloor: 0, bidfloorcur: 'XXX' }, c), null);
});

t.test('floorIn refuses an imp whose floor has no conversion rate', async (t) => {
  const refused = floorIn('USD')({ bidfloor: 2, bidfloorcur: 'JPY' }, c);
  if (!(refused instanceof Refusal)) return t.fail('no refusal');
  t.strictSame(refused.problem, { code: 2, message: "Currency conversion rate not found: 'JPY' => 'USD'" });
});

t.test('a floor that is infinite after conversion is refused, not sent as null', async (t) => {
  const rateOf = rateFinder({ rates: { EUR: { USD: 1e308 } } }, undefined);
  const refused = floorIn('USD')({ bidfloor: 20, bidfloorcur: 'EUR' }, { ...c, auction: { ...c.auction, rateOf } });
  t.match(refused, { problem: { code: 2, message: 'the floor 20 EUR is too large to convert to USD' } });
});

const at = (floor: number | undefined) => contextOf({ floor });
const of = (p: { floor?: number | undefined }) => p.floor;

t.test('floorOf takes a finite floor above 0 from the params; `when` may keep the one of the imp', async (t) => {
  t.strictSame(floorOf(of, { cur: 'USD' })({ bidfloor: 1 }, at(2)), { bidfloor: 2, bidfloorcur: 'USD' });
  t.strictSame(floorOf(of)({ bidfloor: 1, bidfloorcur: 'EUR' }, at(2)), { bidfloor: 2 });
  t.equal(floorOf(of)({}, at(0)), null);
  t.equal(floorOf(of)({}, at(Number.NaN)), null);
  t.equal(floorOf(of)({}, at(Infinity)), null);
  t.equal(floorOf(of)({}, at(undefined)), null);
  t.equal(floorOf(of, { when: 'ifNone' })({ bidfloor: 1 }, at(2)), null);
  t.strictSame(floorOf(of, { when: 'ifNone' })({}, at(2)), { bidfloor: 2 });
  t.equal(floorOf(of, { when: 'ifHigher' })({ bidfloor: 2 }, at(2)), null);
  t.strictSame(floorOf(of, { when: 'ifHigher' })({ bidfloor: 1 }, at(2)), { bidfloor: 2 });
});
