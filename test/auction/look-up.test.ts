/** The stored texts that an auction looks up: which, in how many batches, and up to which limits. */
import t from 'tap';
import { lookUpStored, readStored } from '../../src/auction/look-up.ts';
import { profilesRead, readEnvelope, type Envelope } from '../../src/native/envelope.ts';
import { mostProfiles } from '../../src/openrtb/profile.ts';
import { CachedStore } from '../../src/stored/cached-store.ts';
import type { StoredKey } from '../../src/stored/store.ts';

function envelope(value: unknown): Envelope {
  const read = readEnvelope(new TextEncoder().encode(JSON.stringify(value)), 'svc');
  if (!read.ok) throw new Error(read.fault);
  return read.envelope;
}

const named = (id: string, more: object = {}) => ({ ext: { svc: { storedrequest: { id }, ...more } } });

const texts: { [key: string]: unknown } = {
  'requests/r1': {
    tmax: 300,
    site: { publisher: { id: 'p' } },
    imp: [
      { id: '1', ...named('i1') },
      { id: '2', ...named('none') },
    ],
  },
  'requests/broken': '{',
  'requests/stating': { ext: { svc: { storedauctionresponse: { id: 'a1' } } } },
  'imps/i1': { banner: {}, ext: { svc: { storedauctionresponse: { id: 'a1' } } } },
  'imps/i2': {
    ext: {
      svc: {
        storedbidresponse: [
          { bidder: 'x', id: 'b1' },
          { bidder: 'y', id: 'b2' },
        ],
      },
    },
  },
  'requests/profiled': {
    imp: [
      { id: '1', ...named('spot', { profiles: ['i1'] }) },
      { id: '2', ext: { svc: { profiles: ['i2'] } } },
    ],
    ...named('', { profiles: ['r1', 'none'] }),
  },
  'imps/spot': { ext: { svc: { profiles: ['i3'] } } },
  'profiles/r1': { type: 'request', body: {} },
  'profiles/i1': { type: 'imp', body: { ext: { svc: { storedauctionresponse: { id: 'a1' } } } } },
  'profiles/i2': { type: 'imp', body: {} },
  'profiles/i3': { type: 'imp', body: {} },
  'responses/a1': [],
  'responses/b1': {},
};

function store(): { store: CachedStore<ReturnType<ReturnType<typeof readStored>>>; asked: string[][] } {
  const asked: string[][] = [];
  const fetch = (keys: readonly StoredKey[]): Promise<(Uint8Array | undefined)[]> => {
    asked.push(keys.map(({ kind, id }) => `${kind}/${id}`));
    const found = keys.map(({ kind, id }) => texts[`${kind}/${id}`]);
    return Promise.resolve(
      found.map((one) => one && Buffer.from(typeof one === 'string' ? one : JSON.stringify(one))) as Buffer[],
    );
  };
  const source = { fetch, close: () => Promise.resolve() };
  return {
    store: new CachedStore(source, { maxBytes: 1e6, ttlMs: 1e6, timeoutMs: 1000, read: readStored('svc') }),
    asked,
  };
}

const profiled = (...profiles: string[]) => ({ ext: { svc: { profiles } } });
const names = (of: string): string[] => Array.from({ length: 500 }, (_, n) => `${of}${n}`);

/** All keys that the live request looks up. */
async function ask(live: unknown): Promise<string[]> {
  const { store: cache, asked } = store();
  await lookUpStored(envelope(live), cache, { maxImps: 100 });
  return asked.flat();
}

const keysOf = (found: { texts: readonly { kind: string; id: string }[] }): string[] =>
  found.texts.map(({ kind, id }) => `${kind}/${id}`);

t.test('a request that names no stored data looks up nothing', async (t) => {
  const live = envelope({ id: 'r', imp: [{ id: '1', ext: { svc: { bidder: {} } } }] });
  const { store: cache, asked } = store();
  t.strictSame(keysOf(await lookUpStored(live, cache, { maxImps: 100 })), []);
  t.strictSame(asked, []);
});

t.test('all that the live request names is looked up in one batch', async (t) => {
  const live = envelope({ imp: [named('i1'), named('i1'), named('none')], ...named('r1') });
  const { store: cache, asked } = store();
  const found = await lookUpStored(live, cache, { maxImps: 100 });
  t.strictSame(asked[0], ['imps/i1', 'imps/none', 'requests/r1']);
  t.equal(found.request?.tmax, 300, 'the envelope of the stored request');
  t.strictSame(keysOf(found).sort(), ['imps/i1', 'requests/r1', 'responses/a1']);
});

t.test('imps of a stored request are looked up only if the live one has none', async (t) => {
  const all = await lookUpStored(envelope(named('r1')), store().store, { maxImps: 100 });
  t.strictSame(keysOf(all).sort(), ['imps/i1', 'requests/r1', 'responses/a1']);
  const live = await lookUpStored(envelope({ imp: [{ id: '9' }], ...named('r1') }), store().store, { maxImps: 100 });
  t.strictSame(keysOf(live), ['requests/r1']);
});

t.test('bid responses that a stored imp names are looked up, up to the limit', async (t) => {
  const found = await lookUpStored(envelope({ imp: [named('i2')] }), store().store, { maxImps: 100 });
  t.strictSame(keysOf(found), ['imps/i2', 'responses/b1']);
});

t.test('the auction response of a request, live or stored, is looked up before others', async (t) => {
  const live = envelope({ ext: { svc: { storedauctionresponse: { id: 'a1' } } }, imp: [named('i2')] });
  const { store: cache, asked } = store();
  t.strictSame(keysOf(await lookUpStored(live, cache, { maxImps: 1 })), ['imps/i2', 'responses/a1', 'responses/b1']);
  t.strictSame(asked[0], ['imps/i2', 'responses/a1'], 'in one batch with the rest of the live request');
  const stored = await lookUpStored(envelope({ imp: [], ...named('stating') }), store().store, { maxImps: 1 });
  t.strictSame(keysOf(stored), ['requests/stating', 'responses/a1']);
});

t.test('a stored text that is not JSON is passed on for prepare to refuse', async (t) => {
  const found = await lookUpStored(envelope(named('broken')), store().store, { maxImps: 100 });
  t.strictSame(keysOf(found), ['requests/broken']);
  t.equal(found.request, undefined);
});

t.test('imps are looked up only up to maxImps', async (t) => {
  const { store: cache, asked } = store();
  await lookUpStored(envelope({ imp: Array.from({ length: 5000 }, (_, n) => named(`x${n}`)) }), cache, {
    maxImps: 100,
  });
  t.equal(asked.flat().length, 100);
});

t.test('at most ten stored responses per possible imp are looked up', async (t) => {
  const storedbidresponse = Array.from({ length: 500 }, (_, n) => ({ bidder: `bidder${n}`, id: `x${n}` }));
  const { store: cache, asked } = store();
  await lookUpStored(envelope({ imp: [{ id: '1', ext: { svc: { storedbidresponse } } }] }), cache, { maxImps: 3 });
  t.strictSame(
    asked.flat(),
    Array.from({ length: 30 }, (_, n) => `responses/x${n}`),
  );
});

t.test(
  'profiles of the live request are looked up in the first batch, those of stored parts in the next',
  async (t) => {
    const { store: cache, asked } = store();
    const live = envelope({
      imp: [profiled('i1', 'i2'), named('spot', { profiles: ['i2'] })],
      ...profiled('r1', 'i1'),
    });
    const found = await lookUpStored(live, cache, { maxImps: 100 });
    t.strictSame(asked, [
      ['imps/spot', 'profiles/r1', 'profiles/i1', 'profiles/i2'],
      ['profiles/i3', 'responses/a1'],
    ]);
    t.equal(found.texts.length, 6);
    const whole = store();
    await lookUpStored(envelope(named('profiled')), whole.store, { maxImps: 100 });
    t.strictSame(whole.asked, [
      ['requests/profiled'],
      ['profiles/r1', 'profiles/none', 'imps/spot', 'profiles/i1', 'profiles/i2'],
      ['profiles/i3', 'responses/a1'],
    ]);
  },
);

t.test('parts of a stored request that live lists replace are not looked up', async (t) => {
  t.strictSame(await ask({ ...named('profiled', { profiles: [] }), imp: [] }), ['requests/profiled']);
  t.strictSame(await ask({ ...named('profiled', { profiles: null }), imp: [] }), ['requests/profiled']);
  t.strictSame(await ask({ ...named('profiled'), imp: [] }), ['requests/profiled', 'profiles/r1', 'profiles/none']);
  t.strictSame(
    await ask(named('profiled', { profiles: ['i2'], impprofiles: ['i3'] })),
    ['requests/profiled', 'profiles/i2', 'profiles/i3', 'imps/spot', 'profiles/i1', 'responses/a1'],
    'impprofiles of a GET request are added',
  );
});

t.test('at most ten profiles are looked up for the request and for each possible imp', async (t) => {
  const imp = ['a', 'b', 'c', 'd', 'e'].map((of) => profiled(...names(of)));
  const { store: cache, asked } = store();
  await lookUpStored(envelope({ imp, ...profiled(...names('r')) }), cache, { maxImps: 3 });
  const most = (of: string): string[] =>
    names(of)
      .slice(0, 10)
      .map((id) => `profiles/${id}`);
  t.strictSame(asked.flat(), ['r', 'a', 'b', 'c', 'd'].flatMap(most), 'impprofiles count as one imp more');
});

t.test('as many profiles are looked up as hosts and accounts can allow', async (t) => {
  t.equal(mostProfiles, profilesRead);
});
