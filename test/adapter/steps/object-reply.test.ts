/** The lists of private protocols: what is no entry is told, however much of it there is (bidders, `decode`). */
import t from 'tap';
import { Refusal } from '../../../src/adapter/refusal.ts';
import { apart, readEach, statedTexts } from '../../../src/adapter/steps/object-reply.ts';

t.test('a list is read entry by entry, in its order', async (t) => {
  const read = readEach([{ n: 1 }, 0, { n: 2 }], 'ads', ({ n }) => n);
  const problems = [{ code: 3, message: "an entry of the reply's ads is no object" }];
  t.strictSame(apart(read), { good: [1, 2], problems });
  t.strictSame(
    readEach(null, 'ads', () => 1),
    [],
  );
  t.strictSame(
    readEach(undefined, 'ads', () => 1),
    [],
  );
});

t.test('entries that are no objects share one refusal: a reply of a megabyte may hold half a million', async (t) => {
  const read = readEach(Array(500_000).fill(0), 'ads', () => 1);
  t.equal(read.length, 500_000);
  t.ok(read[0] instanceof Refusal);
  t.equal(new Set(read).size, 1);
});

t.test('texts go by the names that they shall have; what is empty or no text is left out', async (t) => {
  const one = { deal: 'd', nurl: '', burl: 7 };
  t.strictSame(statedTexts(one, { dealid: 'deal', nurl: 'nurl', burl: 'burl', lurl: 'lurl' }), { dealid: 'd' });
  t.strictSame(statedTexts(undefined, { dealid: 'deal' }), {});
});
