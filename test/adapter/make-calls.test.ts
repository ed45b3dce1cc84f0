/** The calls of one bidder: batches, bodies and headers (bidders, 'One small definition each'). */
import t from 'tap';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { openrtbBidder } from '../../src/adapter/openrtb.ts';
import { refuse } from '../../src/adapter/refusal.ts';
import { set } from '../../src/adapter/steps/any.ts';
import { tagId, typesApart } from '../../src/adapter/steps/imp.ts';
import { Fragments } from '../../src/openrtb/fragments.ts';
import { bidderOf, bodyOf, callsOf, requestOf } from './support.ts';
import { acme, banner, endpoint, params } from './acme.ts';

t.test('the default adapter sends all imps at once, unchanged but for the params', async (t) => {
  const made = callsOf(
    bidderOf(openrtbBidder),
    [
      { id: 'i1', banner, ext: { gpid: 'g' }, params: { k: 1 } },
      { id: 'i2', banner },
    ],
    { site: { page: 'p' }, tmax: 100 },
  );
  t.strictSame(bodyOf(made), {
    id: 'r1',
    site: { page: 'p' },
    tmax: 100,
    imp: [
      { id: 'i1', banner, ext: { gpid: 'g', bidder: { k: 1 } } },
      { id: 'i2', banner, ext: { bidder: {} } },
    ],
  });
  const { method, uri, headers, imps, impids } = made.calls[0]!;
  t.strictSame(
    { method, uri, imps, impids },
    {
      method: 'POST',
      uri: 'https://bidder.example/bid',
      imps: [0, 1],
      impids: ['i1', 'i2'],
    },
  );
  t.strictSame(headers, [
    'content-type',
    'application/json;charset=utf-8',
    'accept',
    'application/json',
    'x-openrtb-version',
    '2.5',
  ]);
});

t.test('imps are batched into one call, one call each, by key, apart, or in chunks', async (t) => {
  const imps = [1, 2, 1, 1].map((group, at) => ({ id: `i${at}`, banner, params: { group } }));
  const spread = (batch: Parameters<typeof defineBidder<typeof params>>[0]['batch']) =>
    callsOf(acme({ ...(batch && { batch }) }), imps).calls.map((call) => call.imps);
  t.strictSame(spread(undefined), [[0, 1, 2, 3]]);
  t.strictSame(spread('perImp'), [[0], [1], [2], [3]]);
  t.strictSame(spread({ by: ({ params }) => params.group }), [[0, 2, 3], [1]]);
  t.strictSame(spread({ by: ({ params }) => params.group, chunk: 2 }), [[0, 2], [3], [1]]);
  t.strictSame(spread({ by: ({ at }) => (at < 3 && at > 0 ? undefined : 'rest') }), [[0, 3], [1], [2]]);
  t.strictSame(spread({ chunk: 3 }), [[0, 1, 2], [3]]);
  t.strictSame(spread({ apart: ({ params }) => String(params.group) }), [[0, 1], [2], [3]]);
});

t.test('the body of a call depends on its own imps; a refused call drops only those', async (t) => {
  const bidder = acme({
    batch: 'perImp',
    body: [(_, c) => (c.params.group === 2 ? refuse('no twos') : { tmax: c.imps.length * 10 + (c.params.group ?? 0) })],
    note: (c) => c.params.group,
  });
  const { calls, problems } = callsOf(bidder, [
    { id: 'i1', params: { group: 1 } },
    { id: 'i2', params: { group: 2 } },
    { id: 'i3', params: { group: 3 } },
  ]);
  t.strictSame(
    calls.map(({ body, note }) => [(JSON.parse(body) as { tmax: number }).tmax, note]),
    [
      [11, 1],
      [13, 3],
    ],
  );
  t.strictSame(problems, [{ code: 2, message: 'no twos' }]);
});

t.test('a private protocol writes its own body, or none', async (t) => {
  const imps = [{ id: 'i1', banner }];
  const own = acme({ encode: ({ id, imp }) => ({ id, n: imp?.length }) });
  t.equal(callsOf(own, imps).calls[0]!.body, '{"id":"r1","n":1}');
  const text = acme({ encode: () => 'a=b' });
  t.equal(callsOf(text, imps).calls[0]!.body, 'a=b');
  const none = acme({ method: 'GET' });
  t.match(callsOf(none, imps).calls[0]!, { method: 'GET', body: '' });
  const refused = acme({ encode: () => refuse('cannot') });
  t.strictSame(callsOf(refused, imps), { calls: [], problems: [{ code: 2, message: 'cannot' }] });
});

t.test("two bidders share one request's texts, and neither sees the other's changes", async (t) => {
  const fragments = new Fragments();
  const one = bidderOf(defineBidder({ code: 'one', endpoint, params, imp: [tagId(() => 'one')] }));
  const two = bidderOf(defineBidder({ code: 'two', endpoint, params, body: [set({ at: 2 })] }));
  const given = requestOf(one, [{ id: 'i1', banner, ext: { gpid: 'g' } }], { site: { page: 'p' } });
  const bodies = [one, two, one].map((bidder) => bodyOf(bidder.adapter.makeCalls({ ...given, bidder, fragments })));
  const base = { id: 'r1', site: { page: 'p' } };
  const ext = { gpid: 'g', bidder: {} };
  t.strictSame(bodies[0], { ...base, imp: [{ id: 'i1', banner, tagid: 'one', ext }] });
  t.strictSame(bodies[1], { ...base, at: 2, imp: [{ id: 'i1', banner, ext }] });
  t.strictSame(bodies[2], bodies[0]);
});

t.test('headers come from words or functions; empty ones are not sent, control characters are removed', async (t) => {
  const bidder = acme(
    {
      headers: [
        'contentType',
        'ortb26',
        'ua',
        'ip',
        'language',
        'dnt',
        'referer',
        'origin',
        'basicAuth',
        (_, c) => ['x-tag', c.params.tag ?? ''],
      ],
    },
    { credentials: { username: 'u', password: 'p' } },
  );
  const headersFor = (device: object, site: object, tag = ''): readonly string[] =>
    callsOf(bidder, [{ id: 'i1', params: { tag } }], { device, site }).calls[0]!.headers;
  const constant = ['content-type', 'application/json;charset=utf-8', 'x-openrtb-version', '2.6'];
  t.strictSame(headersFor({}, {}), [...constant, 'authorization', 'Basic dTpw']);
  t.strictSame(
    headersFor({ ua: 'UA', ip: '1.2.3.4', ipv6: '::1', language: 'en', dnt: 0 }, { page: 'p', domain: 'd' }, 't'),
    [
      ...constant,
      'user-agent',
      'UA',
      'x-forwarded-for',
      '::1',
      'x-forwarded-for',
      '1.2.3.4',
      'accept-language',
      'en',
      'dnt',
      '0',
      'referer',
      'p',
      'origin',
      'd',
      'authorization',
      'Basic dTpw',
      'x-tag',
      't',
    ],
  );
  t.strictSame(headersFor({ ua: 'a\r\nevil: 1\0é✓' }, {}), [
    ...constant,
    'user-agent',
    'aevil: 1é',
    'authorization',
    'Basic dTpw',
  ]);
});

t.test('a call lists an imp once, however many pieces it was split into', async (t) => {
  const both = { banner, video: { mimes: ['video/mp4'] } };
  const [call] = callsOf(acme({ split: typesApart() }), [
    { id: 'i1', ...both },
    { id: 'i2', ...both },
  ]).calls;
  t.equal((JSON.parse(call!.body) as { imp: object[] }).imp.length, 4);
  t.strictSame(call!.imps, [0, 1]);
});

t.test('a call that has no address, though each of its imps would have one, is one problem', async (t) => {
  const bidder = acme({ url: (at, { imps }) => (imps.length > 1 ? refuse('one imp only') : at) });
  const { calls, problems } = callsOf(bidder, [{ id: 'i1' }, { id: 'i2' }]);
  t.strictSame(calls, []);
  t.strictSame(problems, [{ code: 2, message: 'one imp only' }]);
});
