/** The MediaGrid: keywords of calls, beyond the recorded cases. */
import t from 'tap';
import grid from '../../src/bidders/grid.ts';
import { bodyFor } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

t.test('a keyword named __proto__ or constructor is sent as any other', async (t) => {
  const keywords = JSON.parse(
    '{"site":{"__proto__":[{"name":"n","constructor":["v"]}],"x":"y"},"user":{"z":[7]}}',
  ) as object;
  const body = bodyFor(grid, { banner, params: { uid: 1, keywords } }, { site: { keywords: ' a ,,' } });
  const { site } = (body['ext'] as { keywords: { site: object } }).keywords;
  t.strictSame(JSON.parse(JSON.stringify(Object.entries(site))), [
    ['ortb2', [{ name: 'keywords', segments: [{ name: 'keywords', value: 'a' }] }]],
    ['__proto__', [{ name: 'n', segments: [{ name: 'constructor', value: 'v' }] }]],
  ]);
  t.strictSame(bodyFor(grid, { banner, params: { uid: 1 } }, { ext: { a: 1 } })['ext'], { a: 1 });
  t.strictSame(
    bodyFor(grid, { banner, params: { uid: 1 } }, { ext: { a: 1, keywords: { site: {} } } })['ext'],
    { a: 1 },
    'empty keywords are removed',
  );
});

t.test("the request's keywords come before those of the params, and an empty ext is removed", async (t) => {
  const keywords = { site: { ortb2: [{ name: 'n', x: ['v'] }] } };
  const body = bodyFor(grid, { banner, params: { uid: 1, keywords } }, { site: { keywords: 'a' } });
  t.match(body['ext'], wholeLists({ keywords: { site: { ortb2: [{ name: 'keywords' }, { name: 'n' }] } } }));
  t.notOk('ext' in bodyFor(grid, { banner, params: { uid: 1 } }, { ext: { keywords: { site: {} } } }));
});
