/** Guards that bidders get the same request whether its data was read or stayed text: blanks in the body make it be read. */
import t from 'tap';
import type { Prepared } from '../../src/auction/hop-bytes.ts';
import type { PrepareMessage } from '../../src/auction/messages.ts';
import { loadConfig } from '../../src/config/load.ts';
import { createHops } from '../../workers/hops.ts';

const settings = {
  bidders: {
    newer: { endpoint: 'http://127.0.0.1:1/a', ortbVersion: '2.6' },
    older: { endpoint: 'http://127.0.0.1:1/b' },
  },
  privacy: { gdpr: { defaultScope: false } },
};
const text = JSON.stringify(settings);
const loaded = loadConfig({ file: { name: 'test', text }, env: {}, flags: {}, knownAdapters: new Set() });
if ('faults' in loaded) throw new Error(loaded.faults.join('\n'));
const hops = createHops({ config: loaded.config, server: 'gavel/test' });

const stored = { user: { yob: 1980, gender: null, data: [{ id: 'stored' }] }, bcat: ['IAB25'] };

function bodies(body: string): unknown[] {
  const message: PrepareMessage = {
    body: new TextEncoder().encode(body),
    entryPoint: '',
    stored: [{ kind: 'requests', id: 's1', text: new TextEncoder().encode(JSON.stringify(stored)) }],
    arrival: { https: true, ip: '203.0.113.9', ua: 'browser', referer: '', dnt: '', gpc: '', uids: '', hostUid: '' },
    admitted: { account: 'p1', app: '', tmax: 700 },
    account: '{}',
    nowMs: 1_700_000_000_000,
    rates: null,
    lineItems: null,
    vendorLists: null,
    bidderTmaxMs: 650,
    seed: '00112233445566778899aabbccddeeff',
  };
  const prepared = hops.prepare(message) as Prepared;
  return prepared.calls.map(({ body: at }) => {
    const { start, end } = at as { readonly start: number; readonly end: number };
    return JSON.parse(Buffer.from(prepared.bytes, start, end - start).toString());
  });
}

const segment = Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, value: 'sport' }));
const user = {
  id: 'u',
  data: [{ id: '1', name: 'dmp', segment, ext: { segtax: 4, of: null } }],
  eids: [{ source: 'a.example', uids: [{ id: 'x' }] }],
};
const request = {
  id: 'r1',
  imp: [{ id: 'i1', banner: { w: 300, h: 250 }, ext: { svc: { bidder: { newer: {}, older: {} } } } }],
  site: { page: 'https://news.example/', publisher: { id: 'p1' } },
  user,
  tmax: 700,
};
const replaced = { bidders: ['older'], config: { ortb2: { user: { data: [{ id: 'own' }] } } } };
const kept = { bidders: ['newer'], config: { ortb2: { user: { keywords: 'more' } } } };

const variants: { readonly [name: string]: object } = {
  'as it is': {},
  'with a stored request': { ext: { svc: { storedrequest: { id: 's1' } } } },
  'with nulls and wrong fields to be dropped': { at: null, user: { ...user, gender: null, eids: 'none' } },
  "with the bidders' own ids": { user: { ...user, ext: { svc: { buyeruids: { older: 'user-b' } } } } },
  'with first-party data of some': { ext: { svc: { bidderconfig: [replaced, kept] } } },
  'of a child': { regs: { coppa: 1 } },
  'with debug output': { test: 1 },
};

for (const [name, changes] of Object.entries(variants)) {
  t.test(name, async (t) => {
    const changed = { ...request, ...changes };
    const got = bodies(JSON.stringify(changed));
    t.equal(got.length, 2);
    t.same(got, bodies(JSON.stringify(changed, null, 1)));
  });
}

t.test('the data is there', async (t) => {
  for (const body of bodies(JSON.stringify(request))) t.same((body as typeof request).user.data, user.data);
});
