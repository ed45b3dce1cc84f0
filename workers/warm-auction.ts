/**
 * The made-up auction that a process and its threads run before their first real one; it contains what most requests and replies contain.
 */
import type { StoredText } from '../src/auction/messages.ts';
import type { Config } from '../src/config/schema.ts';

/** Its own bidders, because the host's would be asked, and mostly require params that are unknown here. */
const codes = ['warm1', 'warm2', 'warm3', 'warm4', 'warm5'];
const impIds = ['1', '2', '3'];
const storedImpId = '3';

/** The name of its account and its stored imp. */
export const warmId = 'warm';

/**
 * The configuration with the auction's bidders, at `endpoint`, in place of the host's,
 * and without a default request, which may name the host's bidders.
 */
export function warmConfig(config: Config, endpoint: string): Config {
  return {
    ...config,
    defaultRequest: '',
    bidders: Object.fromEntries(codes.map((code) => [code, { enabled: true, endpoint }])),
  };
}

/** The request, of some 3 KB, in its own buffer; `namespace` is the configured key in `ext`. Its last imp is stored. */
export function warmRequest(namespace: string): Uint8Array<ArrayBuffer> {
  const own = {
    targeting: { pricegranularity: 'med', includewinners: true, includebidderkeys: true },
    channel: { name: 'web', version: '1' },
  };
  const stored = { ext: { [namespace]: { storedrequest: { id: warmId } } } };
  const imp = impIds.map((id) => ({ id, ...(id === storedImpId ? stored : impOf(namespace)) }));
  const request = { id: 'warm', imp, ...surroundings, at: 1, cur: ['USD'], ext: { [namespace]: own } };
  return new TextEncoder().encode(JSON.stringify(request));
}

/** Its stored imp. */
export function warmStored(namespace: string): StoredText {
  return { kind: 'imps', id: warmId, text: new TextEncoder().encode(JSON.stringify(impOf(namespace))) };
}

function impOf(namespace: string): object {
  const format = [300, 728, 320].map((w) => ({ w, h: 250 }));
  const bidder = Object.fromEntries(codes.map((code) => [code, { placementId: 12_345, siteId: 'a' }]));
  return {
    banner: { format, pos: 1, api: [3, 5] },
    secure: 1,
    bidfloor: 0.1,
    bidfloorcur: 'USD',
    ext: { [namespace]: { bidder }, gpid: '/1/home' },
  };
}

const surroundings = {
  site: {
    page: 'https://warm.invalid/a',
    domain: 'warm.invalid',
    cat: ['IAB12'],
    content: { language: 'en', keywords: 'a,b' },
    publisher: { id: warmId, domain: 'warm.invalid' },
  },
  device: {
    ua: 'Mozilla/5.0',
    ip: '203.0.113.9',
    language: 'en',
    os: 'Android',
    w: 412,
    h: 915,
    geo: { country: 'USA' },
  },
  user: {
    id: 'u',
    data: [{ id: 'd', segment: Array.from({ length: 20 }, (_, at) => ({ id: String(at), value: 'sport' })) }],
    ext: {
      eids: ['a', 'b', 'c'].map((name) => ({ source: `${name}.invalid`, uids: [{ id: name.repeat(40), atype: 1 }] })),
    },
  },
  bcat: ['IAB25'],
  source: { tid: 't' },
  regs: { ext: { gdpr: 0, us_privacy: '1YNN' } },
};

/** The reply of each of its bidders: a bid for each imp, as JSON. */
export const warmReply = JSON.stringify({
  id: 'warm',
  cur: 'USD',
  seatbid: [
    {
      seat: 's',
      bid: impIds.map((impid) => ({
        id: `b${impid}`,
        impid,
        price: 1.25,
        w: 300,
        h: 250,
        adomain: ['warm.invalid'],
        cid: 'c',
        crid: 'r',
        cat: ['IAB3'],
        adm: `<div id="a">${'<img src="https://warm.invalid/">'.repeat(20)}</div>`,
      })),
    },
  ],
});
