/** The custom ad-server keys of each targeted bid (spec 4.1.11; implementation B 3; decisions, 'adservertargeting'). */
import t from 'tap';
import { applyAdservertargeting, type CustomTargetedBid } from '../../../src/stages/settle/apply-adservertargeting.ts';

const request = JSON.parse(
  '{"id":"r1","imp":[{"id":"other"}],"test":1,"site":{"page":"https://a.example/","keywords":" ","cat":["IAB1","IAB2"],"ext":{"amp":0,"flag":false,"huge":1e999,"none":null,"__proto__":{"secret":"own"}}}}',
) as unknown;
const response = { id: 'r1', cur: 'EUR', seatbid: [{ seat: 'bidderB' }] };
const imp = { id: 'i1', tagid: 'top', banner: { format: [{ w: 300 }, { w: 728 }] } };
const bid = { id: 'b1', price: 1.5, ext: { label: 'x', deep: { list: [1, 2] } } };

function apply(entries: unknown, code = 'bidderA', truncateKeyLength = 20): { readonly [key: string]: string } {
  const one: CustomTargetedBid = { targeting: { hb_pb: '1.50' }, code, imp, bid };
  const { targetings } = applyAdservertargeting(entries, [one], { request, response, truncateKeyLength });
  return targetings[0] ?? {};
}

/** The value that one rule gives, undefined for none. */
function valueOf(source: string, value: string): string | undefined {
  return apply([{ key: 'k', source, value }])['k'];
}

t.test('a rule gives the scalar at its path in its source', async (t) => {
  const cases: [string, string, string | undefined][] = [
    ['static', 'site.page', 'site.page'],
    ['bidrequest', 'site.page', 'https://a.example/'],
    ['bidrequest', 'test', '1'],
    ['bidrequest', 'site.ext.amp', '0'],
    ['bidrequest', 'site.ext.flag', 'false'],
    ['bidrequest', 'site.cat.1', 'IAB2'],
    ['bidrequest', 'imp.tagid', 'top'],
    ['bidrequest', 'imp.banner.format.1.w', '728'],
    ['bidresponse', 'seatbid.bid.price', '1.5'],
    ['bidresponse', 'seatbid.bid.ext.deep.list.0', '1'],
    ['bidresponse', 'cur', 'EUR'],
    ['bidresponse', 'seatbid.0.seat', 'bidderB'],
  ];
  for (const [source, value, want] of cases) t.equal(valueOf(source, value), want, `${source} ${value}`);
});

t.test('a value that is no scalar, blank or missing gives no key', async (t) => {
  for (const path of [
    'site',
    'site.cat',
    'site.cat.2',
    'site.cat.length',
    'site.cat.-1',
    'site.keywords',
    'site.ext.none',
    'site.ext.huge',
    'site.nothing.more',
    'site.page.0',
    'imp',
    'imp.banner',
    '.',
    'site..page',
    'imp.',
  ]) {
    t.equal(valueOf('bidrequest', path), undefined, path);
  }
  for (const path of ['seatbid.bid', 'seatbid.bid.', 'seatbid', 'price'])
    t.equal(valueOf('bidresponse', path), undefined, path);
});

t.test('only own members are read', async (t) => {
  for (const path of [
    '__proto__',
    'constructor.name',
    'site.toString',
    'site.cat.constructor.name',
    'imp.__proto__.x',
  ]) {
    t.equal(valueOf('bidrequest', path), undefined, path);
  }
  t.equal(valueOf('bidrequest', 'site.ext.__proto__.secret'), 'own', 'an own member named __proto__ is read');
});

t.test('a key named __proto__ pollutes nothing', async (t) => {
  const keys = apply([{ key: '__proto__', source: 'static', value: 'v' }]);
  t.strictSame(Object.keys(keys), ['hb_pb', '__proto__']);
  t.equal(Object.getPrototypeOf(keys), Object.prototype);
});

t.test('{{BIDDER}} in a key is replaced by the code, and such a key is cut', async (t) => {
  const entries = [
    { key: 's_{{BIDDER}}', source: 'static', value: 'v' },
    { key: 'q_{{BIDDER}}', source: 'bidrequest', value: 'id' },
    { key: 'i_{{BIDDER}}_{{BIDDER}}', source: 'bidrequest', value: 'imp.id' },
    { key: 'r_{{BIDDER}}', source: 'bidresponse', value: 'cur' },
    { key: 'a_plain_key_longer_than_twenty', source: 'static', value: '{{BIDDER}}' },
  ];
  t.strictSame(apply(entries), {
    hb_pb: '1.50',
    s_bidderA: 'v',
    a_plain_key_longer_than_twenty: '{{BIDDER}}',
    q_bidderA: 'r1',
    i_bidderA_bidderA: 'i1',
    r_bidderA: 'EUR',
  });
  const long = apply(entries, 'a-very-long-bidder$&');
  t.equal(long['s_a-very-long-bidder'], 'v');
  t.equal(long['i_a-very-long-bidder'], 'i1');
  t.equal(apply(entries, 'a-very-long-bidder$&', 0)['i_a-very-long-bidder$&_a-very-long-bidder$&'], 'i1');
});

t.test(
  'a key may replace those of hb_ < static < bidrequest < imp < bidresponse, and later ones of its own source',
  async (t) => {
    const order = [
      { key: 'k', source: 'bidresponse', value: 'cur' },
      { key: 'k', source: 'bidrequest', value: 'imp.id' },
      { key: 'k', source: 'bidrequest', value: 'id' },
      { key: 'k', source: 'static', value: 'last' },
      { key: 'k', source: 'static', value: 'first' },
    ];
    for (const [index, want] of ['EUR', 'i1', 'r1', 'first'].entries()) {
      t.equal(apply(order.slice(index))['k'], want, want);
    }
    t.equal(apply([{ key: 'hb_pb', source: 'static', value: '9' }])['hb_pb'], '9');
    t.equal(
      apply([{ key: 'hb_pb', source: 'bidrequest', value: 'nothing' }])['hb_pb'],
      '1.50',
      'a rule without a value changes nothing',
    );
  },
);

t.test('every bid with targeting gets the keys, and the input is not changed', async (t) => {
  const first = Object.freeze({ hb_pb: '1' });
  const bids: CustomTargetedBid[] = [
    { targeting: first, code: 'a', imp: { id: 'i1' }, bid: { id: 'b1' } },
    { targeting: undefined, code: 'b', imp: { id: 'i1' }, bid: { id: 'b2' } },
    { targeting: {}, code: 'c', imp: { id: 'i2' }, bid: null },
  ];
  const entries = [
    { key: 'imp', source: 'bidrequest', value: 'imp.id' },
    { key: 'bid', source: 'bidresponse', value: 'seatbid.bid.id' },
  ];
  const { targetings, warnings } = applyAdservertargeting(entries, bids, { request, response, truncateKeyLength: 20 });
  t.strictSame(targetings, [{ hb_pb: '1', imp: 'i1', bid: 'b1' }, undefined, { imp: 'i2' }]);
  t.strictSame(warnings, []);
  const none = applyAdservertargeting(undefined, bids, { request, response, truncateKeyLength: 20 });
  t.equal(none.targetings[0], first);
  t.strictSame(none.warnings, []);
});

t.test('an invalid entry is ignored with a warning, the others are used', async (t) => {
  const good = { key: 'good', source: 'static', value: 'v' };
  const cases: [unknown, string][] = [
    [null, 'must be an object'],
    [{ ...good, key: ' ' }, 'needs a key of 1 to 1000 characters'],
    [{ ...good, key: 7 }, 'needs a key of 1 to 1000 characters'],
    [{ ...good, key: 'k'.repeat(1001) }, 'needs a key of 1 to 1000 characters'],
    [{ ...good, value: '' }, 'needs a value of 1 to 1000 characters'],
    [{ ...good, source: 'cookie' }, 'needs a source: static, bidrequest or bidresponse'],
    [{ key: 'k', value: 'v' }, 'needs a source: static, bidrequest or bidresponse'],
  ];
  for (const [entry, reason] of cases) {
    const one: CustomTargetedBid = { targeting: {}, code: 'a', imp, bid };
    const { targetings, warnings } = applyAdservertargeting([entry, good], [one], {
      request,
      response,
      truncateKeyLength: 20,
    });
    t.strictSame(warnings, [`adservertargeting[0] ${reason}: ignored`], reason);
    t.strictSame(targetings[0], { good: 'v' }, reason);
  }
  const { warnings } = applyAdservertargeting('all', [], { request, response, truncateKeyLength: 20 });
  t.strictSame(warnings, ['adservertargeting must be an array: ignored']);
});

t.test(
  'a path into the response, an imp, or what bids share is followed once, however many bids there are',
  async (t) => {
    const steps = { response: 0, imp: 0, other: 0, echo: 0 };
    const counted = (name: keyof typeof steps): object =>
      Object.defineProperty({}, 'deep', { get: () => void (steps[name] += 1), enumerable: true });
    const imps = { imp: counted('imp'), other: counted('other') };
    const passthrough = counted('echo');
    const bids = Array.from({ length: 100 }, (_, at): CustomTargetedBid => ({
      targeting: {},
      code: 'a',
      imp: at % 2 ? imps.imp : imps.other,
      bid: { ext: { svc: { passthrough } } },
    }));
    const entries = [
      { key: 'r', source: 'bidresponse', value: 'deep.a.b' },
      { key: 'i', source: 'bidrequest', value: 'imp.deep.a.b' },
      { key: 'b', source: 'bidresponse', value: 'seatbid.bid.ext.svc.passthrough.deep.a.b' },
    ];
    const sources = { request, response: counted('response'), truncateKeyLength: 20 };
    t.equal(applyAdservertargeting(entries, bids, sources).targetings.length, 100);
    t.strictSame(steps, { response: 1, imp: 1, other: 1, echo: 1 });
  },
);

t.test('entries, values, keys and their total over all bids are limited', async (t) => {
  const many = Array.from({ length: 101 }, (_, n) => ({ key: `k${n}`, source: 'static', value: 'v' }));
  t.equal(Object.keys(apply(many)).length, 101, '100 and hb_pb');
  const { warnings } = applyAdservertargeting(many, [], { request, response, truncateKeyLength: 20 });
  t.strictSame(warnings, ['adservertargeting has more than 100 entries: the rest is ignored']);
  const one: CustomTargetedBid = {
    targeting: {},
    code: 'a',
    imp,
    bid: { long: 'x'.repeat(1001), fits: 'y'.repeat(1000) },
  };
  const entries = ['long', 'fits'].map((name) => ({ key: name, source: 'bidresponse', value: `seatbid.bid.${name}` }));
  const { targetings } = applyAdservertargeting(entries, [one], { request, response, truncateKeyLength: 20 });
  t.strictSame(Object.keys(targetings[0] ?? {}), ['fits']);
  const longs = Array.from({ length: 100 }, (_, n) => ({ key: `k${n}`, source: 'static', value: 'v'.repeat(1000) }));
  const bids = Array.from({ length: 1000 }, (): CustomTargetedBid => ({ targeting: {}, code: 'a', imp, bid }));
  const all = applyAdservertargeting(longs, bids, { request, response, truncateKeyLength: 20 });
  t.ok(JSON.stringify(all.targetings).length < 4_500_000, 'the total is limited');
  t.strictSame(all.warnings, [
    'adservertargeting has over 4194304 characters in all bids together: the rest is ignored',
  ]);
  const macros = [{ key: '{{BIDDER}}'.repeat(100), source: 'static', value: 'v' }];
  const lengths = Object.keys(apply(macros, 'c'.repeat(100_000), 0)).map((key) => key.length);
  t.strictSame(lengths, [5, 1000]);
});
