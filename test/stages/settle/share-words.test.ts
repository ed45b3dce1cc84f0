/** The parts of ext.svc.analytics that each analytics module gets (implementations A 9, B 11). */
import t from 'tap';
import { shareWords } from '../../../src/stages/settle/share-words.ts';

const modules = ['file', 'http'];
const share = (request: object) => shareWords({ ...request }, 'svc', modules);

t.test('modules share a request without ext.svc.analytics', async (t) => {
  for (const request of [{ id: 'r' }, { ext: {} }, { ext: { svc: {} } }, { ext: { svc: 'x' } }, { ext: 'x' }]) {
    t.strictSame(share(request), [{ modules, request }], JSON.stringify(request));
  }
});

t.test('each module gets the request with only its own member of analytics', async (t) => {
  const svc = { debug: true };
  const request = { id: 'r', ext: { a: 1, svc: { ...svc, analytics: { file: { tag: 'f' }, other: { tag: 'o' } } } } };
  const before = structuredClone(request);
  t.strictSame(share(request), [
    { modules: ['file'], request: { id: 'r', ext: { a: 1, svc: { ...svc, analytics: { file: { tag: 'f' } } } } } },
    { modules: ['http'], request: { id: 'r', ext: { a: 1, svc } } },
  ]);
  t.strictSame(request, before, 'the input is not changed');
});

t.test('an analytics member that is no object is removed for all', async (t) => {
  for (const analytics of ['file', ['file'], null, 7]) {
    const shared = share({ ext: { svc: { analytics } } });
    t.strictSame(
      shared.map(({ request }) => request),
      [{ ext: { svc: {} } }, { ext: { svc: {} } }],
      JSON.stringify(analytics),
    );
  }
});
