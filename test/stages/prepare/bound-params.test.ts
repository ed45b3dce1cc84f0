/** The size of `bidderparams`, which are copied to every imp (spec 4.1.1). */
import t from 'tap';
import { boundParams } from '../../../src/stages/prepare/bound-params.ts';

const imps = (count: number) => ({ imp: Array.from({ length: count }, (_, at) => ({ id: `${at}` })) });
const params = (length: number) => ({ bidderparams: { bidderA: { a: 'x'.repeat(length) } } });

t.test('bidderparams times imps is limited; a single imp may have long ones', async (t) => {
  t.strictSame(boundParams({}, imps(100), 'svc'), []);
  t.strictSame(boundParams(params(20_000), imps(100), 'svc'), []);
  t.strictSame(boundParams(params(200_000), imps(1), 'svc'), []);
  t.strictSame(boundParams(params(200_000), {}, 'svc'), []);
  t.strictSame(boundParams(params(21_000), imps(100), 'svc'), [
    'ext.svc.bidderparams has 21020 characters, for each of 100 imps: shorten it, or offer fewer imps',
  ]);
});
