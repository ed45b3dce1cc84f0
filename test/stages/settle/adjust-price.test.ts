/** The price of a bid in the ad server's currency (decisions, 'Price arithmetic'). */
import t from 'tap';
import { rateFinder, type Rates } from '../../../src/money/convert.ts';
import { adjustPrice } from '../../../src/stages/settle/adjust-price.ts';

const rates: Rates = { USD: { EUR: 0.9, GBP: 1 } };

function adjusted(price: number, factor: number, from: string): ReturnType<typeof adjustPrice> {
  return adjustPrice(price, factor, { from, to: 'USD', rate: rateFinder(undefined, rates)(from, 'USD') });
}

t.test('with the same currency and factor 1 the price is not changed', async (t) => {
  for (const price of [0, 1.23, 0.1234567890123, 1e-9, 1e21, 5e-324]) {
    t.strictSame(adjusted(price, 1, 'USD'), { price }, String(price));
  }
});

t.test('the price is multiplied by factor and rate and rounded once', async (t) => {
  const cases: [number, number, string, number][] = [
    [1.1, 0.9, 'USD', 0.99],
    [0.1234567, 1.5, 'USD', 0.185185],
    [0.9, 1, 'EUR', 1],
    [1, 1, 'EUR', 1.111111],
    [1, 0.5, 'EUR', 0.555556],
    [0.0000009, 0.5, 'EUR', 0],
    [0.00000135, 1, 'EUR', 0.000002],
    [0.1234567890123, 1, 'GBP', 0.123457],
  ];
  for (const [price, factor, from, want] of cases) {
    t.strictSame(adjusted(price, factor, from), { price: want }, `${price} ${from} × ${factor}`);
  }
});

t.test('a missing rate is a fault that names the currencies', async (t) => {
  t.strictSame(adjusted(1, 1, 'SEK'), { fault: 'no rate to convert from SEK to USD' });
  t.strictSame(adjusted(1, 1, '"}<script>'), { fault: 'no rate to convert from "\\"}<scrip" to USD' });
});

t.test('an invalid price is a fault, before or after conversion', async (t) => {
  for (const price of [-1, NaN, Infinity]) {
    t.strictSame(adjusted(price, 1, 'USD'), { fault: `price ${price} is not a usable price` });
    t.strictSame(adjusted(price, 0.5, 'EUR'), { fault: `price ${price} is not a usable price` });
  }
  t.strictSame(adjusted(1e308, 1e9, 'EUR'), { fault: 'price 1e+308 is too large to convert to USD' });
});
