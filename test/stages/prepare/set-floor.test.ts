/** Which floor an imp gets, and which of its bidders is told what (Prebid Server, 'Floor Signaling'; implementation B 4). */
import t from 'tap';
import type { RateOf } from '../../../src/money/convert.ts';
import { multiplyPrice } from '../../../src/money/decimal.ts';
import { setFloor } from '../../../src/stages/prepare/set-floor.ts';
import { signalFloor } from '../../../src/stages/prepare/signal-floor.ts';

const rateOf: RateOf = (from, to) => {
  if (from === to) return { times: 1, over: 1 };
  return from === 'EUR' && to === 'USD' ? { times: 1.25, over: 1 } : null;
};
const none = { rule: undefined, standard: undefined, currency: 'USD', least: undefined, rateOf };
const rule = { rule: 'a', value: 2 };

const told = (bidfloor: number | undefined, factor: number, isUntold = false) =>
  signalFloor(bidfloor === undefined ? {} : { bidfloor }, { factor, isUntold });

t.test('the rule, else the standard, else its own', async (t) => {
  const own = { bidfloor: 1, bidfloorcur: 'JPY' };
  t.strictSame(setFloor(own, { ...none, rule, standard: 3 }), { imp: { bidfloor: 2, bidfloorcur: 'USD' } });
  t.strictSame(setFloor(own, { ...none, standard: 3, currency: 'CHF' }), { imp: { bidfloor: 3, bidfloorcur: 'CHF' } });
  t.equal(setFloor(own, none).imp, own);
  t.equal(setFloor(own, { ...none, rule: { rule: 'a', value: 0 } }).imp, own, 'a floor of 0 is none');
  t.equal(setFloor(own, { ...none, least: { value: 9, cur: 'USD' } }).imp, own, 'a minimum is that of rules');
});

t.test('the minimum, in the currency of the rules', async (t) => {
  const least = { value: 2, cur: 'EUR' };
  t.strictSame(setFloor({}, { ...none, rule, least }).imp, { bidfloor: 2.5, bidfloorcur: 'USD' });
  t.strictSame(setFloor({}, { ...none, standard: 2.6, least }).imp, { bidfloor: 2.6, bidfloorcur: 'USD' });
  t.strictSame(setFloor({}, { ...none, least }).imp, { bidfloor: 2.5, bidfloorcur: 'USD' });
  t.strictSame(setFloor({ bidfloor: 0 }, { ...none, least: { value: 0.1 + 0.2, cur: 'USD' } }).imp, {
    bidfloor: 0.1 + 0.2,
    bidfloorcur: 'USD',
  });
  t.strictSame(setFloor({}, { ...none, rule, least: { value: 9, cur: 'a\nb' } }), {
    imp: { bidfloor: 2, bidfloorcur: 'USD' },
    fault: 'no rate converts "a\\nb" to USD, so that it is not kept',
  });
});

t.test('a bidder is told the price that it must bid, none, or what stands there', async (t) => {
  t.equal(told(1, 1), undefined);
  t.equal(told(0, 0.5), undefined);
  t.equal(told(undefined, 0.5), undefined);
  t.equal(told(Number.MAX_VALUE, 0.5), undefined, 'a floor that no number can hold');
  t.strictSame(told(1, 1, true), { bidfloor: undefined, bidfloorcur: undefined });
  t.strictSame(told(1, 0.8), { bidfloor: 1.25 });
  t.strictSame(told(0.1, 2), { bidfloor: 0.05 });
  for (const [floor, factor] of [
    [1, 0.7],
    [0.1, 0.3],
    [1.0000001, 0.9],
    [2.345678, 1.1],
    [3, 7],
    [0.000001, 0.999999],
  ] as const) {
    const { bidfloor } = told(floor, factor) as { bidfloor: number };
    const worth = (price: number): number => multiplyPrice(price, factor, { times: 1, over: 1 });
    t.ok(worth(bidfloor) >= floor, `${bidfloor} reaches ${floor} by ${factor}`);
    t.ok(bidfloor - floor / factor < 0.0000011 + 0.000001 / factor, 'and is hardly more than that');
  }
});
