/** The sizes of an AMP request. */
import t from 'tap';
import { readPageSizes } from '../../../src/stages/prepare/read-page-sizes.ts';

const stored = [
  { w: 300, h: 250, ext: { a: 1 } },
  { w: 728, h: 90 },
];

/** The query, then the sizes as text; '' keeps the stored ones. */
const rows: [query: string, sizes: string][] = [
  ['', ''],
  ['w=320&h=50', '320x50'],
  ['w=320&h=50&ow=1&oh=2', '1x2'],
  ['w=320&h=50&ow=1', '1x50'],
  ['w=320&h=50&oh=2', '320x2'],
  ['ow=1&oh=2&ms=3x4, 5X6', '1x2 3x4 5x6'],
  ['w=3&h=4&ms=3x4,5x6', '3x4 5x6'],
  ['ms=3x4,5x6', '3x4 5x6'],
  ['w=9&ms=3x4', '3x4'],
  ['w=9', '9x250 9x90'],
  ['oh=9', '300x9 728x9'],
  ['w=0&h=0', ''],
  ['w=-3&h=4', '300x4 728x4'],
  ['w=3.5&h=1e3', ''],
  ['w=100000&h=1', '300x1 728x1'],
  ['w= 3 &h=4', '3x4'],
  ['ms=3x4,5', ''],
  ['ms=3x4,5x0', ''],
  ['ms=3x4x5', ''],
  ['ms=,', ''],
  ['w=&h=&ms=', ''],
];

t.test('sizes in the query replace the stored ones', async (t) => {
  for (const [query, sizes] of rows) {
    const found = readPageSizes(new Map(new URLSearchParams(query)), stored);
    t.equal((found ?? []).map(({ w, h }) => `${w}x${h}`).join(' '), sizes, query);
  }
});

t.test('other members of a stored format are kept, and the input is not changed', async (t) => {
  t.strictSame(readPageSizes(new Map([['w', '1']]), stored)![0], { w: 1, h: 250, ext: { a: 1 } });
  t.equal(stored[0]!.w, 300);
  t.equal(readPageSizes(new Map([['w', '1']]), []), undefined, 'no stored format to change');
});

t.test('a stored format with ratios gets no width or height', async (t) => {
  const ratio = { wmin: 100, wratio: 2, hratio: 1 };
  t.strictSame(readPageSizes(new Map([['w', '1']]), [...stored, ratio])!.slice(1), [{ w: 1, h: 90 }, ratio]);
});

t.test('a list of 100,000 sizes is cut to 50', async (t) => {
  t.equal(readPageSizes(new Map([['ms', '1x1,'.repeat(100_000)]]), stored)!.length, 50);
});
