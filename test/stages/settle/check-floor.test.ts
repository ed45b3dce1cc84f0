/** Whether a bid reaches the floor of its imp (Prebid Server, 'Floor Enforcement'; decisions, 'Price arithmetic'). */
import t from 'tap';
import { multiplyPrice } from '../../../src/money/decimal.ts';
import { checkFloor } from '../../../src/stages/settle/check-floor.ts';

const rateOf = (from: string, to: string) => {
  if (from === to) return { times: 1, over: 1 };
  return from === 'EUR' ? { times: 3, over: 1 } : null;
};
const worth = (price: number) => ({ price, cur: 'USD', rateOf });

t.test('price and floor are compared exactly, also after conversion', async (t) => {
  t.equal(checkFloor(worth(0.3), { value: 0.3, cur: 'USD' }), undefined);
  t.strictSame(checkFloor(worth(0.299999), { value: 0.3, cur: 'USD' }), {
    isUnpriced: false,
    text: 'is worth 0.299999 USD, below the floor of 0.3 USD',
  });
  t.equal(checkFloor(worth(3), { value: 1, cur: 'EUR' }), undefined);
  t.match(checkFloor(worth(2.999999), { value: 1, cur: 'EUR' }), {
    text: /^is worth 2\.999999 USD, below the floor of 1 EUR$/,
  });
});

t.test('a bid equal to the floor reaches it whatever currencies are converted', async (t) => {
  for (const [over, cents] of [
    [16_234, 1_500_100],
    [150.55, 15_055],
    [3, 7],
    [0.7, 99],
  ] as const) {
    const rate = { times: 1, over };
    const priced = (price: number) => ({
      price: multiplyPrice(price, 1, rate),
      cur: 'USD',
      // As in a table whose rates are not inverse to each other.
      rateOf: (from: string) => (from === 'IDR' ? rate : { times: over, over: 1.1 }),
    });
    for (let value = cents; value < cents + 200; value++)
      t.equal(checkFloor(priced(value / 100), { value: value / 100, cur: 'IDR' }), undefined, `${value} at 1:${over}`);
    t.ok(checkFloor(priced((cents * 0.99) / 100), { value: cents / 100, cur: 'IDR' }));
  }
});

t.test('a floor in a currency without a rate is a fault', async (t) => {
  t.strictSame(checkFloor(worth(3), { value: 1, cur: '<script>' }), {
    isUnpriced: true,
    text: 'no rate to convert from "<script>", the currency of an imp\'s floor, to USD',
  });
});
