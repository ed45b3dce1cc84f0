/** Reading multibid entries (spec 4.1.14; implementation B 2; decisions, 'Multibid'). */
import t from 'tap';
import { readMultibid } from '../../../src/stages/settle/read-multibid.ts';

/** The limits as `key: bidder maxbids prefix`. */
function limits(entries: unknown): string[] {
  return [...readMultibid(entries).multibid].map(([key, { bidder, maxbids, targetbiddercodeprefix }]) =>
    `${key}: ${bidder} ${maxbids} ${targetbiddercodeprefix}`.trim(),
  );
}

t.test('valid entries are read without warnings', async (t) => {
  const entries = [
    { bidder: 'BidderA', maxbids: 2, targetbiddercodeprefix: 'bA' },
    { bidders: ['bidderB', 'bidderC'], maxbids: 9 },
    { bidder: 'bidderD', maxbids: 1 },
  ];
  t.strictSame(limits(entries), [
    'biddera: BidderA 2 bA',
    'bidderb: bidderB 9',
    'bidderc: bidderC 9',
    'bidderd: bidderD 1',
  ]);
  t.strictSame(readMultibid(entries).warnings, []);
  t.strictSame(readMultibid(undefined), { multibid: new Map(), warnings: [] });
});

t.test('a hostile list has at most 20 warnings', async (t) => {
  const { multibid, warnings } = readMultibid([...Array.from({ length: 500 }, () => 7), { bidder: 'a', maxbids: 2 }]);
  t.equal(warnings.length, 20);
  t.equal(multibid.size, 1);
});

t.test('an invalid entry is repaired or ignored with a warning', async (t) => {
  const a = { bidder: 'a', maxbids: 2 };
  const cases: [unknown, string[], string][] = [
    [[{ ...a, bidders: ['b'] }], ['a: a 2'], 'multibid[0] has bidder and bidders: bidders is ignored'],
    [
      [{ bidders: ['b'], maxbids: 2, targetbiddercodeprefix: 'P' }],
      ['b: b 2'],
      'multibid[0] has a targetbiddercodeprefix for several bidders: ignored, use one entry for each bidder',
    ],
    [[a, { bidder: 'A', maxbids: 5 }], ['a: a 2'], 'multibid[1] repeats "A": only the first entry is used'],
    [[{ bidders: ['a', 'a'], maxbids: 5 }], ['a: a 5'], 'multibid[0] repeats "a": only the first entry is used'],
    [[{ bidder: 'a' }], [], 'multibid[0] needs maxbids, a whole number from 1 to 9: ignored'],
    [[{ bidder: 'a', maxbids: 1.5 }], [], 'multibid[0] needs maxbids, a whole number from 1 to 9: ignored'],
    [[{ bidder: 'a', maxbids: '2' }], [], 'multibid[0] needs maxbids, a whole number from 1 to 9: ignored'],
    [[{ bidder: 'a', maxbids: 0 }], ['a: a 1'], 'multibid[0] has maxbids 0, outside 1 to 9: 1 is used'],
    [[{ bidder: 'a', maxbids: 10 }], ['a: a 9'], 'multibid[0] has maxbids 10, outside 1 to 9: 9 is used'],
    [[{ maxbids: 2 }], [], 'multibid[0] names no bidder: ignored, set bidder or bidders'],
    [[{ bidder: '', maxbids: 2 }], [], 'multibid[0] names no bidder: ignored, set bidder or bidders'],
    [[{ bidders: [7], maxbids: 2 }], [], 'multibid[0] names no bidder: ignored, set bidder or bidders'],
    [
      [{ ...a, targetbiddercodeprefix: 'P'.repeat(65) }],
      ['a: a 2'],
      'multibid[0] has a targetbiddercodeprefix of more than 64 characters: ignored',
    ],
    [[null], [], 'multibid[0] must be an object: ignored'],
    [{}, [], 'multibid must be an array: ignored'],
  ];
  for (const [entries, want, warning] of cases) {
    t.strictSame(limits(entries), want, JSON.stringify(entries));
    t.strictSame(readMultibid(entries).warnings, [warning], JSON.stringify(entries));
  }
});
