/** Bidders get the same request whether user.data was parsed or passed on as text; whitespace in the body makes it be parsed. */
import t from 'tap';
import type { StoredText } from '../../src/auction/messages.ts';
import { requestFor } from '../support/auction.ts';
import { callTexts, createTestHops, prepareMessage } from '../support/hops.ts';

const hops = createTestHops({
  bidders: {
    newer: { endpoint: 'http://127.0.0.1:1/a', ortbVersion: '2.6' },
    older: { endpoint: 'http://127.0.0.1:1/b' },
  },
});

const stored = { user: { yob: 1980, gender: null, data: [{ id: 'stored' }] }, bcat: ['IAB25'] };

function textOf(kind: StoredText['kind'], id: string, value: object): StoredText {
  return { kind, id, text: new TextEncoder().encode(JSON.stringify(value)) };
}

function bodies(body: string): unknown[] {
  const message = prepareMessage(body, {
    stored: [textOf('requests', 's1', stored), textOf('profiles', 'above', above), textOf('profiles', 'below', below)],
  });
  return [...callTexts(hops.prepare(message)).values()].flat().map((one) => JSON.parse(one) as unknown);
}

const segment = Array.from({ length: 40 }, (_, at) => ({ id: `${at}`, value: 'sport' }));
const user = {
  id: 'u',
  data: [{ id: '1', name: 'dmp', segment, ext: { segtax: 4, of: null } }],
  eids: [{ source: 'a.example', uids: [{ id: 'x' }] }],
};
const site = { page: 'https://news.example/', publisher: { id: 'p1' } };
const request = requestFor({ newer: {}, older: {} }, { site, user, tmax: 700 });
const above = { type: 'request', mergeprecedence: 'profile', body: { user: { data: [{ id: 'profile' }] } } };
const below = { type: 'request', body: { user: { yob: 1970, data: [{ id: 'profile' }] } } };
const replaced = { bidders: ['older'], config: { ortb2: { user: { data: [{ id: 'own' }] } } } };
const kept = { bidders: ['newer'], config: { ortb2: { user: { keywords: 'more' } } } };

const variants: { readonly [name: string]: object } = {
  'as it is': {},
  'with a stored request': { ext: { svc: { storedrequest: { id: 's1' } } } },
  'with a profile above it': { ext: { svc: { profiles: ['above'] } } },
  'with a profile below it': { ext: { svc: { profiles: ['below'] } } },
  'with nulls and wrong fields to be dropped': { at: null, user: { ...user, gender: null, eids: ['none'] } },
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
    t.strictSame(got, bodies(JSON.stringify(changed, null, 1)));
  });
}

t.test('user.data is sent', async (t) => {
  for (const body of bodies(JSON.stringify(request))) t.strictSame((body as typeof request).user.data, user.data);
});
