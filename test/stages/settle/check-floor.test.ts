/** Which bids reach the floor of their imp (Prebid Server, 'Floor Enforcement'; decisions, 'Price arithmetic'). */
import t from 'tap';
import { checkFloor } from '../../../src/stages/settle/check-floor.ts';

const rateOf = (from: string, to: string) => {
  if (from === to) return { times: 1, over: 1 };
  return to === 'EUR' ? { times: 1, over: 3 } : null;
};
const worth = (price: number) => ({ price, cur: 'USD', rateOf });

t.test('in the currency of the floor, exactly', async (t) => {
  t.equal(checkFloor(worth(0.3), { value: 0.3, cur: 'USD' }), undefined);
  t.strictSame(checkFloor(worth(0.299999), { value: 0.3, cur: 'USD' }), {
    isUnpriced: false,
    text: 'is worth 0.299999 USD, below the floor of 0.3',
  });
  t.equal(checkFloor(worth(3), { value: 1, cur: 'EUR' }), undefined);
  t.match(checkFloor(worth(2.999), { value: 1, cur: 'EUR' }), { text: /^is worth 0\.999667 EUR, below/ });
});

t.test('a currency without a rate', async (t) => {
  t.strictSame(checkFloor(worth(3), { value: 1, cur: '<script>' }), {
    isUnpriced: true,
    text: 'no rate to convert from USD to "<script>", the currency of an imp\'s floor',
  });
});
