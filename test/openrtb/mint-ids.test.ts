/** An auction's generated ids depend only on its seed, so a replay generates the same (house, 'The journey of one request'). */
import t from 'tap';
import { mintIds, seedFor } from '../../src/openrtb/mint-ids.ts';

const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

t.test('ids are version 4 UUIDs, the same for the same seed, and never repeated', async (t) => {
  const seeds = [
    '0'.repeat(32),
    'f'.repeat(32),
    '00112233445566778899aabbccddeeff',
    '00112233445566778899aabbccddeefe',
  ];
  const all = new Set<string>();
  for (const seed of seeds) {
    const [mint, again] = [mintIds(seed), mintIds(seed)];
    for (let n = 0; n < 5000; n++) {
      const id = mint();
      if (!uuid.test(id)) t.fail(id);
      if (id !== again()) t.fail('another id for the same seed');
      all.add(id);
    }
  }
  t.equal(all.size, seeds.length * 5000);
});

t.test('no two parts of an auction have the same seed', async (t) => {
  const seed = '00112233445566778899aabbccddeeff';
  const seeds = (['request', 'adapters', 'settle', 'floors'] as const).map((part) => seedFor(part, seed));
  t.equal(seeds[0], seed);
  t.equal(new Set(seeds).size, seeds.length);
  for (const one of seeds) t.strictSame([...one].toSorted(), [...seed].toSorted(), 'the same digits');
});

t.test('all bits but version and variant are random', async (t) => {
  const mint = mintIds('00112233445566778899aabbccddeeff');
  const ones = Array.from({ length: 128 }, () => 0);
  for (let n = 0; n < 2000; n++) {
    const bits = [...mint().replaceAll('-', '')]
      .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
      .join('');
    for (let at = 0; at < 128; at++) ones[at]! += Number(bits[at]);
  }
  const fixed = ones.flatMap((count, at) => (count === 0 || count === 2000 ? [at] : []));
  t.strictSame(fixed, [48, 49, 50, 51, 64, 65], 'only version and variant are constant');
  t.ok(
    ones.every((count, at) => fixed.includes(at) || (count > 800 && count < 1200)),
    'the other bits are evenly distributed',
  );
});
