/** The floor of an imp (Prebid Server, 'Floor Signaling'; implementations A 10, B 9 'Floors'). */
import t from 'tap';
import type { RateOf } from '../../../src/money/convert.ts';
import { setFloor } from '../../../src/stages/prepare/set-floor.ts';

const rateOf: RateOf = (from, to) => {
  if (from === to) return { times: 1, over: 1 };
  return from === 'EUR' && to === 'USD' ? { times: 1.25, over: 1 } : null;
};
const none = { rule: undefined, standard: undefined, currency: 'USD', least: undefined, rateOf };
const rule = { rule: 'a', value: 2 };

t.test("the floor is the rule's, else the default, else the imp's own", async (t) => {
  const own = { bidfloor: 1, bidfloorcur: 'JPY' };
  t.strictSame(setFloor(own, { ...none, rule, standard: 3 }), { imp: { bidfloor: 2, bidfloorcur: 'USD' } });
  t.strictSame(setFloor(own, { ...none, standard: 3, currency: 'CHF' }), { imp: { bidfloor: 3, bidfloorcur: 'CHF' } });
  t.equal(setFloor(own, none).imp, own);
  t.equal(setFloor(own, { ...none, rule: { rule: 'a', value: 0 } }).imp, own, 'a rule with 0 sets no floor');
  t.equal(
    setFloor(own, { ...none, least: { value: 9, cur: 'USD' } }).imp,
    own,
    'a minimum applies only with the currency of the rules',
  );
});

t.test('the minimum is converted to the currency of the rules, or is a fault', async (t) => {
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
    fault: 'no rate converts "a\\nb" to USD, so it is ignored',
  });
  t.strictSame(setFloor({}, { ...none, rule, least: { value: 1.7e308, cur: 'EUR' } }), {
    imp: { bidfloor: 2, bidfloorcur: 'USD' },
    fault: '1.7e+308 EUR is too large to convert to USD, so it is ignored',
  });
});
