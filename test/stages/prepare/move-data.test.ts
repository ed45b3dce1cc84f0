/** An object in the place of a data list is moved to ext.data, where older pages mean it (implementation B 8, 'Type repair'). */
import t from 'tap';
import { moveData } from '../../../src/stages/prepare/move-data.ts';

const warning = (name: string): string => `${name}.data is an object: read as ${name}.ext.data`;

t.test('an object at site.data, app.data or user.data replaces ext.data, with a warning', async (t) => {
  const cases: [given: object, moved: object, names: string[]][] = [
    [{ site: { data: { a: 1 }, page: 'p' } }, { site: { page: 'p', ext: { data: { a: 1 } } } }, ['site']],
    [{ app: { data: {}, ext: { b: 2 } } }, { app: { ext: { b: 2, data: {} } } }, ['app']],
    [
      { user: { data: { a: 1, c: null }, ext: { data: { a: 0, b: 2, c: 3 }, d: 4 } } },
      { user: { ext: { data: { a: 1, b: 2 }, d: 4 } } },
      ['user'],
    ],
    [{ user: { data: { a: 1 }, ext: null } }, { user: { ext: { data: { a: 1 } } } }, ['user']],
    [
      { site: { data: { a: 1 } }, user: { data: { a: 2 } } },
      { site: { ext: { data: { a: 1 } } }, user: { ext: { data: { a: 2 } } } },
      ['site', 'user'],
    ],
  ];
  for (const [given, request, names] of cases)
    t.strictSame(moveData(given, 'svc'), { request, warnings: names.map((name) => warning(name)) });
});

/** An entry of `bidderconfig`, and a request with such. */
const entry = (user: object) => ({ bidders: ['acme'], config: { ortb2: { user }, more: 1 } });
const svc = (bidderconfig: unknown) => ({ ext: { svc: { bidderconfig, debug: true }, x: 1 } });

function told(at: string): string {
  const path = `ext.svc.bidderconfig${at}.config.ortb2.user`;
  return `${path}.data is an object: read as ${path}.ext.data`;
}

t.test('the same in each entry of bidderconfig, which may be one or a list of them', async (t) => {
  const [given, moved] = [entry({ data: { a: 1 } }), entry({ ext: { data: { a: 1 } } })];
  const list = entry({ data: [{ id: 'a' }] });
  t.strictSame(moveData(svc([list, given]), 'svc'), { request: svc([list, moved]), warnings: [told('[1]')] });
  t.strictSame(moveData(svc(given), 'svc'), { request: svc(moved), warnings: [told('')] });
  t.strictSame(moveData({ ...svc(given), user: { data: { b: 2 } } }, 'svc'), {
    request: { ...svc(moved), user: { ext: { data: { b: 2 } } } },
    warnings: [warning('user'), told('')],
  });
});

t.test('any other request is returned itself', async (t) => {
  for (const given of [
    {},
    { user: { data: [{ id: 'a' }] } },
    { user: { data: {}, ext: 'x' } },
    { user: { data: {}, ext: { data: 'x' } } },
    { user: { data: 'x' }, site: 'x', app: [], dooh: { data: {} } },
    { site: { content: { data: {} } } },
    { ext: { svc: { bidderconfig: [null, 7, { config: { ortb2: { user: { data: [] } } } }, { config: 'x' }] } } },
    { ext: { svc: { bidderconfig: 'x' } } },
    { ext: { svc: 'x', other: { bidderconfig: { config: { ortb2: { user: { data: {} } } } } } } },
    { ext: [] },
    [],
    null,
    'x',
  ]) {
    const { request, warnings } = moveData(given, 'svc');
    t.equal(request, given);
    t.strictSame(warnings, []);
  }
});
