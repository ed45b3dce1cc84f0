/** Choosing one value from the params of all imps. */
import t from 'tap';
import { firstParam, lastParam } from '../../../src/adapter/steps/params.ts';

t.test('firstParam and lastParam take the first and last value that is not empty', async (t) => {
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
