/** Which bid is kept of those that an ad server could not distinguish (implementations A and B, 'Bid was deduplicated'). */
import t from 'tap';
import { mintIds, numberOf } from '../../../src/openrtb/mint-ids.ts';
import { separateBids, type PodRival } from '../../../src/stages/settle/separate-bids.ts';

const never = () => {
  throw new Error('chance must not be used');
};
const bid = (group: string, price: number, hasDeal = false): PodRival => ({ group, price, hasDeal });
const stay = (rivals: readonly PodRival[], { preferdeals = false, chance = never as () => number } = {}) =>
  [...separateBids(rivals, { preferdeals, chance })].sort();

t.test('the bid with the higher price is kept', async (t) => {
  t.strictSame(stay([]), []);
  t.strictSame(stay([bid('a', 3), bid('b', 1), bid('a', 3.01), bid('a', 2)]), [1, 2]);
});

t.test('with preferdeals a deal is kept', async (t) => {
  const rivals = [bid('a', 3), bid('a', 1, true), bid('a', 2, true)];
  t.strictSame(stay(rivals), [0]);
  t.strictSame(stay(rivals, { preferdeals: true }), [2]);
});

t.test('equal bids are kept at random with equal frequency', async (t) => {
  const mint = mintIds('0123456789abcdef'.repeat(2));
  const counts = [0, 0, 0];
  for (let round = 0; round < 3000; round++) {
    const [at = -1] = stay([bid('a', 3), bid('a', 3), bid('a', 3)], { chance: () => numberOf(mint()) });
    counts[at]!++;
  }
  for (const count of counts) t.ok(count > 850 && count < 1150, counts.join(' '));
});
