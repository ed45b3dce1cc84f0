/** A plugin's answer is copied as JSON would write it, except that objects it was given are kept (src/plugins). */
import t from 'tap';
import { plainCopy } from '../../src/plugins/plain-copy.ts';

const copied = (made: unknown, given?: unknown): unknown => plainCopy(made, given, 512);

t.test('a value that JSON cannot hold is left out or becomes what JSON writes for it', async (t) => {
  const values = {
    gone: undefined,
    call: () => 1,
    sign: Symbol('s'),
    none: null,
    long: 12345678901234567890n,
    at: new Date(0),
    bytes: new Uint8Array([7]),
    map: new Map([[1, 2]]),
    list: [undefined, () => 1, 2],
  };
  t.strictSame(copied(values), {
    none: null,
    long: 12345678901234567890n,
    at: '1970-01-01T00:00:00.000Z',
    bytes: { 0: 7 },
    map: {},
    list: [null, null, 2],
  });
  t.equal(JSON.stringify(copied(JSON.parse('{"__proto__":{"a":[1]}}'))), '{"__proto__":{"a":[1]}}');
});

t.test('a getter is called once', async (t) => {
  let asked = 0;
  const copy = copied({
    get badv() {
      return [`${++asked}`];
    },
  });
  t.strictSame([copy, copy], [{ badv: ['1'] }, { badv: ['1'] }]);
});

t.test(
  'an object that was given stays the same object, also at another index of its list; the rest is copied',
  async (t) => {
    const given = { imp: [{ id: 'a' }, { id: 'b' }], site: {} };
    const own = ['x'];
    const copy = copied({ ...given, imp: [given.imp[1], { id: 'c' }], badv: own }, given) as {
      imp: object[];
      site: object;
      badv: string[];
    };
    t.equal(copy.imp[0], given.imp[1]);
    t.equal(copy.site, given.site);
    t.strictSame(copy.badv, own);
    t.not(copy.badv, own);
  },
);

t.test('an answer that nests too deeply or contains itself is refused', async (t) => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  t.throws(() => copied(cyclic), { message: 'its result is nested too deeply' });
  t.throws(() => plainCopy([[1]], undefined, 1), { message: 'its result is nested too deeply' });
  t.strictSame(plainCopy([[1]], undefined, 2), [[1]]);
});
