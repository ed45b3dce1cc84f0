/** No two auctions have one seed (house, 'randomness enters as data'): ids of cached bids are made from it. */
import t from 'tap';
import { mintSeed } from '../../src/auction/seeds.ts';

t.test('seeds differ, also those of one fetch of random bytes and of the next', async (t) => {
  const seeds = Array.from({ length: 1000 }, mintSeed);
  t.equal(new Set(seeds).size, 1000);
  t.ok(seeds.every((seed) => /^[\da-f]{32}$/.test(seed)));
});
