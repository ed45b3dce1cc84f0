/** The lists of private protocols: an entry that is no object is one problem, however many there are (bidders, `decode`). */
import t from 'tap';
import { Refusal } from '../../../src/adapter/refusal.ts';
import { apart, readEach, statedTexts } from '../../../src/adapter/steps/object-reply.ts';

t.test('a list is read in order; an entry that is no object is a problem', async (t) => {
  const read = readEach([{ n: 1 }, 0, { n: 2 }], 'ads', ({ n }) => n);
  const problems = [{ code: 3, message: "an entry of the reply's ads is not an object" }];
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

t.test('half a million entries that are no objects share one refusal', async (t) => {
  const read = readEach(Array(500_000).fill(0), 'ads', () => 1);
  t.equal(read.length, 500_000);
  t.ok(read[0] instanceof Refusal);
  t.equal(new Set(read).size, 1);
});

t.test('statedTexts renames texts and leaves out whatever is empty or no text', async (t) => {
  const one = { deal: 'd', nurl: '', burl: 7 };
  t.strictSame(statedTexts(one, { dealid: 'deal', nurl: 'nurl', burl: 'burl', lurl: 'lurl' }), { dealid: 'd' });
  t.strictSame(statedTexts(undefined, { dealid: 'deal' }), {});
});
