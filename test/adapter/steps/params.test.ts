/** What the params of all imps say together. */
import t from 'tap';
import { firstParam, lastParam } from '../../../src/adapter/steps/params.ts';

t.test('the first or last imp whose params say something counts', async (t) => {
  const imps = ['', 'a', 'b', undefined].map((k) => ({ params: { k } }));
  t.equal(
    firstParam(imps, (p) => p.k),
    'a',
  );
  t.equal(
    lastParam(imps, (p) => p.k),
    'b',
  );
  t.equal(
    firstParam([{ params: { k: '' } }], (p) => p.k),
    undefined,
  );
});
