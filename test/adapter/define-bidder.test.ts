/** From a definition to calls: steps, overrides, batches, splits, headers. */
import t from 'tap';
import { Type } from 'typebox';
import { defineBidder } from '../../src/adapter/define-bidder.ts';
import { refuse, Refusal, type BidStep, type BodyStep, type TypedBidContext } from '../../src/adapter/definition.ts';
import { openrtbBidder } from '../../src/adapter/openrtb.ts';
import { set } from '../../src/adapter/steps/any.ts';
import { dropExt, requireType, tagId, typesApart } from '../../src/adapter/steps/imp.ts';
import { Fragments } from '../../src/openrtb/fragments.ts';
import { bidderOf, bodyOf, callsOf, contextOf, requestOf } from './support.ts';

const params = Type.Object({ tag: Type.Optional(Type.String()), group: Type.Optional(Type.Integer()) });
const endpoint = 'https://acme.com/bid';
const banner = { w: 300, h: 250 };

type Words = Partial<Parameters<typeof defineBidder<typeof params>>[0]>;

/** A bidder whose definition says `words`; `merged` stands in place of its facts. */
const acme = (words: Words = {}, merged: object = {}) =>
  bidderOf(defineBidder({ code: 'acme', endpoint, params, ...words }), merged);

t.test('the default adapter sends all imps at once, unchanged but for the params', async (t) => {
  const made = callsOf(
    bidderOf(openrtbBidder),
    [
      { id: 'i1', banner, ext: { gpid: 'g' }, params: { k: 1 } },
      { id: 'i2', banner },
    ],
    { site: { page: 'p' }, tmax: 100 },
  );
  t.same(bodyOf(made), {
    id: 'r1',
    site: { page: 'p' },
    tmax: 100,
    imp: [
      { id: 'i1', banner, ext: { gpid: 'g', bidder: { k: 1 } } },
      { id: 'i2', banner, ext: { bidder: {} } },
    ],
  });
  const { method, uri, headers, imps, impids } = made.calls[0]!;
  t.same(
    { method, uri, imps, impids },
    {
      method: 'POST',
      uri: 'https://bidder.example/bid',
      imps: [0, 1],
      impids: ['i1', 'i2'],
    },
  );
  t.same(headers, [
    'content-type',
    'application/json;charset=utf-8',
    'accept',
    'application/json',
    'x-openrtb-version',
    '2.5',
  ]);
});

t.test('each step sees what the one before made; undefined removes a member', async (t) => {
  const bidder = acme({
    imp: [
      tagId((p) => p.tag),
      ({ tagid }) => ({ displaymanager: `dm-${tagid}` }),
      () => null,
      () => ({ banner: undefined, ext: { only: 1 } }),
    ],
    body: [set({ site: undefined, cur: ['EUR'] }), ({ cur }) => ({ bcat: cur })],
  });
  t.same(bodyOf(callsOf(bidder, [{ id: 'i1', banner, params: { tag: 'a' } }], { site: {}, tmax: 5 })), {
    id: 'r1',
    tmax: 5,
    cur: ['EUR'],
    bcat: ['EUR'],
    imp: [{ id: 'i1', tagid: 'a', displaymanager: 'dm-a', ext: { only: 1 } }],
  });
});

t.test('what the core has put in place for this bidder alone is sent, and seen by steps', async (t) => {
  const seen: unknown[] = [];
  const bidder = acme({
    imp: [(imp) => (seen.push(imp.ext, imp.video), null)],
    body: [(request) => (seen.push(request.user), null)],
  });
  const request = requestOf(bidder, [{ id: 'i1', banner, video: {}, ext: { shared: 1 } }], { user: { id: 'u' } });
  const imps = [{ ...request.imps[0]!, own: { video: undefined, ext: { own: 1 } } as object }];
  const made = bidder.adapter.makeCalls({ ...request, imps, own: { user: { id: 'mine' } } });
  t.same(bodyOf(made), { id: 'r1', user: { id: 'mine' }, imp: [{ id: 'i1', banner, ext: { own: 1, bidder: {} } }] });
  t.same(seen, [{ own: 1, bidder: {} }, undefined, { id: 'mine' }]);
});

t.test('a refused imp costs itself, or everything where the definition says so', async (t) => {
  const words = { code: 'acme', endpoint, params, imp: [requireType('video')] } as const;
  const imps = [
    { id: 'i1', banner },
    { id: 'i2', video: {} },
  ];
  const dropped = callsOf(bidderOf(defineBidder(words)), imps);
  t.same(
    dropped.calls.map((call) => call.imps),
    [[1]],
  );
  t.same(dropped.problems, [{ code: 2, message: 'imp "i1" offers none of video' }]);
  const aborted = callsOf(bidderOf(defineBidder({ ...words, onImpError: 'abort' })), imps);
  t.same([aborted.calls.length, aborted.problems.length], [0, 1]);
  const silent = defineBidder({ code: 'acme', endpoint, params, imp: [() => new Refusal(undefined)] });
  t.same(callsOf(bidderOf(silent), imps), { calls: [], problems: [] });
});

t.test('params of another shape than the schema refuse their imp, whoever validates', async (t) => {
  const bidder = acme();
  for (const wrong of ['text', 7, null, [], { tag: 1 }, { group: 'x' }, { group: 1.5 }, { tag: {} }]) {
    const { calls, problems } = callsOf(bidder, [{ id: 'i1', params: wrong }]);
    t.same([calls.length, problems.length, problems[0]?.code], [0, 1, 2], JSON.stringify(wrong));
  }
  for (const fine of [{}, { tag: null }, { tag: 'x', other: 1 }]) {
    t.equal(callsOf(bidder, [{ id: 'i1', params: fine }]).calls.length, 1, JSON.stringify(fine));
  }
});

t.test('batches: one call, one each, by key, apart, in chunks', async (t) => {
  const imps = [1, 2, 1, 1].map((group, at) => ({ id: `i${at}`, banner, params: { group } }));
  const spread = (batch: Parameters<typeof defineBidder<typeof params>>[0]['batch']) =>
    callsOf(acme({ ...(batch && { batch }) }), imps).calls.map((call) => call.imps);
  t.same(spread(undefined), [[0, 1, 2, 3]]);
  t.same(spread('perImp'), [[0], [1], [2], [3]]);
  t.same(spread({ by: ({ params }) => params.group }), [[0, 2, 3], [1]]);
  t.same(spread({ by: ({ params }) => params.group, chunk: 2 }), [[0, 2], [3], [1]]);
  t.same(spread({ by: ({ at }) => (at === 1 ? undefined : 'rest') }), [[0, 2, 3], [1]]);
  t.same(spread({ chunk: 3 }), [[0, 1, 2], [3]]);
  t.same(spread({ apart: ({ params }) => String(params.group) }), [[0, 1], [2], [3]]);
});

t.test('a call is shaped by its own imps; a refused call costs only those', async (t) => {
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
  t.same(
    calls.map(({ body, note }) => [(JSON.parse(body) as { tmax: number }).tmax, note]),
    [
      [11, 1],
      [13, 3],
    ],
  );
  t.same(problems, [{ code: 2, message: 'no twos' }]);
});

t.test('an imp may be split; its place is named once, its ids as they are sent', async (t) => {
  const bidder = acme({ split: typesApart({ video: '-v' }) });
  const made = callsOf(bidder, [{ id: 'i1', banner, video: {} }]);
  t.same([made.calls[0]!.imps, made.calls[0]!.impids], [[0], ['i1', 'i1-v']]);
  t.same(bodyOf(made).imp, [
    { id: 'i1', banner, ext: { bidder: {} } },
    { id: 'i1-v', video: {}, ext: { bidder: {} } },
  ]);
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
  t.same(callsOf(refused, imps), { calls: [], problems: [{ code: 2, message: 'cannot' }] });
});

t.test('two bidders share the texts of one request, and neither sees the other', async (t) => {
  const fragments = new Fragments();
  const one = bidderOf(defineBidder({ code: 'one', endpoint, params, imp: [tagId(() => 'one')] }));
  const two = bidderOf(defineBidder({ code: 'two', endpoint, params, body: [set({ at: 2 })] }));
  const given = requestOf(one, [{ id: 'i1', banner, ext: { gpid: 'g' } }], { site: { page: 'p' } });
  const bodies = [one, two, one].map((bidder) => bodyOf(bidder.adapter.makeCalls({ ...given, bidder, fragments })));
  const base = { id: 'r1', site: { page: 'p' } };
  const ext = { gpid: 'g', bidder: {} };
  t.same(bodies[0], { ...base, imp: [{ id: 'i1', banner, tagid: 'one', ext }] });
  t.same(bodies[1], { ...base, at: 2, imp: [{ id: 'i1', banner, ext }] });
  t.same(bodies[2], bodies[0]);
});

t.test('a step that changes what it is given fails instead of disturbing others', async (t) => {
  const rude = acme({
    body: [
      ({ site }) => {
        site!.page = 'changed';
        return null;
      },
    ],
  });
  t.throws(() => callsOf(rude, [{ id: 'i1' }], { site: { page: 'p' } }), /read only/);
  t.equal(rude.adapter.hasCode, true);
  const together = acme({ together: [() => null] });
  t.equal(together.adapter.hasCode, true, 'a check of all imps sees the request as well');
  t.equal(bidderOf(openrtbBidder).adapter.hasCode, false);
});

// @ts-expect-error: a step for an imp would set members of the request
const misplaced: BodyStep<unknown> = dropExt();

const rudeBody: BodyStep<unknown> = (request) => {
  // @ts-expect-error: likewise
  request.tmax = 1;
  return null;
};

const rudeBid: BidStep = (bid) => {
  // @ts-expect-error: likewise
  bid.price = 0;
  return null;
};

t.test(
  'a step cannot change its own copy, which would not be sent, nor stand elsewhere: the types say so',
  async (t) => {
    const bidder = bidderOf(
      defineBidder({
        code: 'rude',
        endpoint,
        params,
        imp: [
          (imp) => {
            // @ts-expect-error: what stands in place of members is returned
            imp.tagid = 'lost';
            return null;
          },
        ],
      }),
    );
    t.same(bodyOf(callsOf(bidder, [{ id: 'i1', banner }])).imp, [{ id: 'i1', banner, ext: { bidder: {} } }]);
    t.same(misplaced({ id: 'r1', ext: {} }, contextOf({})), { ext: undefined });
    t.throws(() => rudeBody(Object.freeze({ id: 'r1' }), contextOf({})), /not extensible/);
    t.throws(() => rudeBid(Object.freeze({ id: 'b1', price: 1 }), {} as TypedBidContext), /read only/);
  },
);

t.test('headers: words, sources, nothing empty, nothing that could break out', async (t) => {
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
  t.same(headersFor({}, {}), [...constant, 'authorization', 'Basic dTpw']);
  t.same(
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
  t.same(headersFor({ ua: 'a\r\nevil: 1\0é✓' }, {}), [
    ...constant,
    'user-agent',
    'aevil: 1é',
    'authorization',
    'Basic dTpw',
  ]);
});

t.test("a definition's own reading of the settings happens once, and its fault names the bidder", async (t) => {
  let reads = 0;
  const definition = defineBidder({
    code: 'acme',
    endpoint,
    params,
    ready: ({ extraInfo }) => {
      reads += 1;
      return JSON.parse(extraInfo) as { readonly key: string };
    },
    url: (endpoint, { ready }) => `${endpoint}?key=${ready.key}`,
  });
  const bidder = bidderOf(definition, { extraInfo: '{"key":"k"}' });
  t.equal(callsOf(bidder, [{ id: 'i1' }]).calls[0]!.uri, `${endpoint}?key=k`);
  callsOf(bidder, [{ id: 'i1' }]);
  t.equal(reads, 1);
  t.throws(() => bidderOf(definition, { extraInfo: 'no JSON' }), /^bidders\.acme: /);
});

/** What is wrong with a definition of these words, '' for nothing. */
function wrong(words: object): string {
  try {
    defineBidder({ code: 'acme', params, ...words });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

t.test('a definition that cannot work says all that is wrong with it, and whose it is', async (t) => {
  t.match(wrong({ endpoint: 'acme.com/bid' }), /^acme: the endpoint "acme\.com\/bid" is no URL: write it as https:/);
  for (const odd of ['https://ac me.com/', 'ftp://acme.com', 'https:acme.com', ''])
    t.match(wrong({ endpoint: odd }), /is no URL/, odd);
  t.match(wrong({ endpoint: 'https://acme.com/{{Tag}}' }), /has "\{\{Tag\}\}": a macro is written \{\{\.Name\}\}/);
  t.match(wrong({ endpoint: 'https://acme.com/{{ .Tag }}' }), /a macro is written/);
  t.match(wrong({ endpoint: 'https://acme.com/{{.Tag}}' }), /^acme: the endpoint names the macro Tag, but .* has none/);
  t.match(wrong({ sync: { redirect: 'acme.com/sync', userMacro: '$UID' } }), /^acme: sync\.redirect .* is no URL/);
  const aliases = [{ code: 'other', endpoint: 'other.com', sync: { iframe: { url: 'x', userMacro: '' } } }];
  const both = wrong({ mediaType: [], aliases });
  t.match(both, /no rule; .*"other\.com" is no URL.*; sync\.iframe "x" is no URL/);
  const macros = { Port: () => 8080 };
  const sync = { iframe: '//acme.com/sync' };
  t.equal(wrong({ endpoint: 'https://acme.com:{{.Port}}/', macros, sync }), '', 'a port may be a macro');
});
