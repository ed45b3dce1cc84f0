/** The category of a bid in a pod (implementations A `applyCategoryMapping`, B `resolveCategory`). */
import t from 'tap';
import { readCategory } from '../../../src/stages/settle/read-category.ts';

const mapping = new Map([['IAB1', '7']]);
const read = (bid: { stated?: unknown; cat?: unknown }, translation?: Parameters<typeof readCategory>[1]) =>
  readCategory({ stated: undefined, cat: undefined, ...bid }, translation, 8);

t.test('a stated ad server category takes precedence and is not translated', async (t) => {
  t.strictSame(read({ stated: 'news', cat: ['IAB1'] }, { name: 'dfp', mapping }), { category: 'news' });
  for (const stated of ['', '  ', 7, null, 'x'.repeat(9)])
    t.strictSame(read({ stated, cat: ['IAB1'] }, { name: 'dfp', mapping }), { category: '7' }, String(stated));
});

t.test('the only category of a bid is used, translated if there is a mapping', async (t) => {
  t.strictSame(read({ cat: ['IAB1', 'IAB1'] }), { category: 'IAB1' });
  t.strictSame(read({ cat: ['IAB1'] }, { name: 'dfp', mapping }), { category: '7' });
});

t.test('a bid without a usable category has a fault with the reason', async (t) => {
  for (const cat of [undefined, [], 'IAB1', [''], [7], ['x'.repeat(9)]])
    t.strictSame(read({ cat }), { fault: 'has no category in cat' }, JSON.stringify(cat));
  t.match(read({ cat: ['IAB1', 'IAB2'] }), { fault: /more than one/ });
  t.match(read({ cat: ['IAB2'] }, { name: 'dfp', mapping }), {
    fault: /"IAB2", which the mapping "dfp" does not have/,
  });
  t.match(read({ cat: ['IAB9'] }, { name: 'dfp', mapping: undefined }), {
    fault: /mapping "dfp", which this host/,
  });
});
