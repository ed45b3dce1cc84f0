/** Each auction has its own seed, from which ids of cached bids are made (house, 'randomness enters as data'). */
import t from 'tap';
import { mintSeed } from '../../src/auction/seeds.ts';

t.test('a thousand seeds differ, within and across fetches of random bytes', async (t) => {
  const seeds = Array.from({ length: 1000 }, mintSeed);
  t.equal(new Set(seeds).size, 1000);
  t.ok(seeds.every((seed) => /^[\da-f]{32}$/.test(seed)));
});
