/** JSON texts of shared parts are written once and joined with those of single bidders. */
import t from 'tap';
import { Fragments } from '../../src/openrtb/fragments.ts';
import { freezeDeep } from '../../src/openrtb/freeze.ts';

t.test('join leaves out, replaces and adds members', async (t) => {
  const fragments = new Fragments();
  const base = { a: 1, b: { c: [1, null] }, d: undefined, 'e"f': 'x' };
  t.equal(fragments.join(base, {}), '{"a":1,"b":{"c":[1,null]},"e\\"f":"x"}');
  t.equal(fragments.join(base, { a: undefined, b: '2' }), '{"e\\"f":"x","b":2}');
  t.equal(fragments.join({}, { z: 'true' }), '{"z":true}');
  t.equal(fragments.join({}, {}), '{}');
  t.equal(fragments.join(base, { a: undefined }), fragments.join(base, { a: undefined }));
});

t.test(
  'joinBidder adds params to an extension as JSON.stringify would write them, whatever the extension is',
  async (t) => {
    const fragments = new Fragments();
    const base = { id: 'top', ext: { gone: 1 }, secure: 1 };
    const exts: { [key: string]: unknown }[] = [{ gpid: '/1/home' }, {}, { bidder: 'replaced', tid: '}}' }];
    for (const given of [...exts, ...exts]) {
      for (const params of ['{"placement":1}', '"}}"']) {
        const { bidder: _, ...rest } = given;
        const whole = { id: 'top', secure: 1, ext: { ...rest, bidder: JSON.parse(params) as unknown } };
        t.equal(fragments.joinBidder(base, given, params), JSON.stringify(whole));
      }
    }
    t.equal(fragments.joinBidder({}, {}, '{}'), '{"ext":{"bidder":{}}}');
  },
);

t.test('fresh writes the same as JSON.stringify, with remembered texts of shared members', async (t) => {
  const fragments = new Fragments();
  const shared = { big: ['x'] };
  fragments.text(shared);
  for (const value of [
    1,
    'x"',
    null,
    true,
    [],
    {},
    [1, undefined, shared],
    { a: undefined, b: shared, c: { d: shared } },
  ]) {
    t.equal(fragments.fresh(value), JSON.stringify(value));
  }
  shared.big.push('y');
  t.equal(fragments.fresh({ a: shared }), '{"a":{"big":["x"]}}', 'a shared part is written once');
  t.equal(fragments.fresh(JSON.parse('{"__proto__":{"a":1}}')), '{"__proto__":{"a":1}}');
});

t.test('a part that long texts share is written once', async (t) => {
  const fragments = new Fragments();
  const common = { list: ['x'.repeat(20_000)] };
  const of = (own: number) => ({ a: { common, own } });
  const texts = [1, 2, 3].map((own) => JSON.stringify(of(own)));
  t.strictSame([fragments.fresh(of(1)), fragments.fresh(of(2))], texts.slice(0, 2));
  common.list.push('y');
  t.equal(fragments.fresh(of(3)), texts[2]);
});

t.test('freezeDeep freezes a value and everything in it', async (t) => {
  const value = { a: [{ b: {} }], c: null, d: 'x' };
  t.equal(freezeDeep(value), value);
  t.ok([value, value.a, value.a[0], value.a[0]!.b].every((part) => Object.isFrozen(part)));
  t.equal(freezeDeep('x'), 'x');
  t.throws(() => value.a.push({ b: {} }), TypeError);
});
