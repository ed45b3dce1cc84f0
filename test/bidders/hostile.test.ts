/** Every bidder with invalid params, requests and replies (issue 5, 'Reliability of the unseen'): nothing throws, and no call leaves the bidder's host. */
import t from 'tap';
import type { Bidder } from '../../src/adapter/contract.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import { loadBidders } from '../../src/load-bidders.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { callsOf, readingOf } from '../adapter/support.ts';
import { completeImp, completeRequests, readyBidder } from './complete-requests.ts';

const { definitions } = await loadBidders();

const media: readonly Imp[] = [
  { banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] } },
  { banner: {} },
  { banner: { format: [{}] } },
  {
    video: {
      mimes: ['video/mp4'],
      w: 640,
      h: 480,
      protocols: [2],
      playbackmethod: [2],
      minduration: 1,
      maxduration: 30,
    },
  },
  { video: {} },
  { audio: { mimes: ['audio/mp4'] } },
  { native: { request: '{"assets":[]}' } },
  { native: { request: 'no JSON' } },
  { native: {} },
  { banner: { w: 1, h: 1 }, video: {}, audio: {}, native: {} },
  {},
];
const exts: readonly Imp['ext'][] = [
  undefined,
  JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":1,"data":{"adserver":[],"pbadslot":7},"gpid":{},"svc":"x","prebid":null,"skadn":1}',
  ) as NonNullable<Imp['ext']>,
  { data: { adserver: { name: 'gam', adslot: 's' }, pbadslot: 's' }, svc: { is_rewarded_inventory: 1 }, prebid: [] },
];
const requests: readonly Partial<BidRequest>[] = [
  {},
  { site: {}, user: {}, device: {}, regs: {}, source: {}, cur: [] },
  {
    app: { ext: { svc: 1, source: 'x' } },
    user: { buyeruid: 'a\r\nx: y', ext: { eids: [] } },
    device: { ip: 'x', ua: 'é\n', ext: { a: 1 } },
  },
  {
    dooh: {},
    site: { page: '://', publisher: {} },
    ext: JSON.parse(
      '{"__proto__":1,"keywords":{"site":{"__proto__":[{"name":"n","k":["v"]}]}},"svc":7,"ttx":[],"appnexus":"x"}',
    ) as NonNullable<BidRequest['ext']>,
  },
];

/** Texts that would lead away from the bidder's host or path without encoding. */
const astray = [
  '@evil.test',
  '#evil',
  '../../x',
  '%2f..',
  '169.254.169.254',
  '[::1]',
  'evil.test.',
  'a/b?c=d&e',
  'ｅvil.test',
  '\r\nhost: evil',
  '__proto__',
  ' ',
];
const wrongs: readonly unknown[] = [undefined, null, 0, -1, 1.5, '', true, [], {}, [[{}]], 1e308, ...astray];

/** Params with `value` in each declared member. */
function paramsWith(definition: BidderDefinition, value: unknown): unknown {
  const { properties = {} } = definition.params as { properties?: object };
  return Object.fromEntries(Object.keys(properties).map((name) => [name, value]));
}

const bids: readonly unknown[] = [
  null,
  7,
  [],
  {},
  { id: 'b', impid: 'i1', price: 1 },
  { id: 'b', impid: 'unknown', price: 1, adm: '<VAST></VAST>', mtype: 99 },
  {
    id: 'b',
    impid: 'i1',
    price: -1,
    adm: '{"native":[]}',
    mtype: 4,
    ext: { svc: 1, prebid: { type: 'no' }, mediaType: 1 },
  },
  {
    id: 'b',
    impid: 'i1',
    price: 1e308,
    adm: '%',
    mtype: 1,
    ext: { prebid: { type: 'banner', meta: 7 } },
    cat: ['a', 'b'],
    dur: 5,
  },
  { id: 'b', impid: 'i1', price: 1, adm: '{', nurl: ':::', mtype: 2, ext: { prebid: { type: 'video' } } },
  { id: 'b', impid: 'i1', price: 'x', adm: 5, mtype: 'y', ext: 'z' },
  JSON.parse(
    '{"id":"b","impid":"i1","price":1,"__proto__":{"polluted":1},"ext":{"__proto__":{"polluted":1}}}',
  ) as object,
];
const bodies: readonly unknown[] = [
  null,
  7,
  'text',
  [],
  {},
  [null],
  [bids],
  { seatbid: null },
  { seatbid: {} },
  { seatbid: [null, 7, {}, { bid: null }, { bid: {} }, { bid: [], seat: 5 }] },
  { cur: 5, seatbid: [] },
  { cur: 'EUR', ext: 'x', seatbid: [{ bid: bids }] },
  { seatBid: [{ bid: bids }] },
  { error: {}, bids, ads: bids, data: bids },
];

/** Markup nested too deeply to be serialized. */
const deep = `{"native":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)},"eventtrackers":[]}`;
const deepBid = (more: string) => `{"seatbid":[{"bid":[{"id":"b","impid":"i1","price":1,"mtype":4,${more}}]}]}`;
const deepReplies = [
  deepBid(`"adm":${JSON.stringify(deep)}`),
  deepBid(`"adm_native":${deep}`),
  `{"adUnits":[{"targetId":"u-i1:native","nativeJson":{"ortb":${deep}},"ads":[{}]}]}`,
];

for (const definition of definitions) {
  t.test(`${definition.code} makes only safe calls, and neither calls nor replies throw`, async (t) => {
    const bidder = readyBidder(definition);
    t.doesNotThrow(() => ask(bidder, definition), 'makeCalls does not throw or lead astray');
    t.doesNotThrow(() => read(bidder), 'readReply does not throw');
    const sent = sentOf(bidder, definition);
    t.ok(sent.length > 0, 'a call is made');
    t.notMatch(sent.join('\n'), '"0":"~"', 'a text in the place of an object is not spread');
    t.notOk('polluted' in {}, 'Object.prototype is not polluted');
  });
}

/** Makes calls for all kinds of wrong input. Throws for a call to a wrong host or with a broken header. */
function ask(bidder: Bidder, definition: BidderDefinition): void {
  const values = [...wrongs, ...astray.map((text) => [text])];
  for (const value of values) {
    const imps = media.map((imp, at) => ({
      ...imp,
      id: `i${at}`,
      bidfloor: 1,
      bidfloorcur: at % 2 ? 'EUR' : 'XXX',
      params: paramsWith(definition, value),
    }));
    for (const [at, request] of requests.entries()) {
      const ext = exts[at % exts.length];
      const made = callsOf(
        bidder,
        imps.map((imp) => (ext === undefined ? imp : { ...imp, ext })),
        request,
      );
      for (const { uri, headers, impids } of made.calls) {
        const url = new URL(uri);
        if (/evil|169\.254|::1/.test(url.host) || url.username !== '' || url.hash !== '')
          throw new Error(`astray: ${uri}`);
        if (headers.some((header) => /[\r\n]/.test(header)))
          throw new Error(`a header with a line end: ${headers.join()}`);
        if (impids.length === 0) throw new Error('a call without imps');
      }
    }
  }
  for (const params of [null, 5, 'x', [], undefined]) callsOf(bidder, [{ id: 'i1', banner: { w: 1, h: 1 }, params }]);
}

/** What is sent for requests with a text wherever a bidder may read its own object. */
function sentOf(bidder: Bidder, definition: BidderDefinition): string[] {
  const words = [definition.code, 'appnexus', 'bidderparams', 'ixdiag', 'prebid', 'svc', 'ttx', 'wrapper'];
  const texts = Object.fromEntries(words.map((word) => [word, '~'.repeat(9)]));
  const [one, ...many] = [completeImp, ...media].map((imp, at) => ({
    ...imp,
    id: `i${at}`,
    ext: texts,
    params: definition.example,
  }));
  const requests = completeRequests.map(({ site, app, user, device }) => ({
    ext: { ...texts, svc: { ...texts, bidderparams: texts } },
    ...(site && { site: { ...site, ext: texts, publisher: { ...site.publisher, ext: texts } } }),
    ...(app && { app: { ...app, ext: texts, publisher: { ...app.publisher, ext: texts } } }),
    user: { ...user, ext: texts },
    device: { ...device, ext: texts },
  }));
  return requests
    .flatMap((request) => [callsOf(bidder, [one!], request), callsOf(bidder, many, request)])
    .flatMap(({ calls }) => calls.map(({ uri, body }) => `${uri} ${body}`));
}

/** Reads all kinds of wrong replies. */
function read(bidder: Bidder): void {
  for (const status of [0, 200, 204, 302, 400, 404, 500, 503]) readingOf(bidder, { status, text: '' });
  for (const text of ['', '{', '\u0000', '<html>', '"', 'null']) readingOf(bidder, { text });
  for (const text of deepReplies)
    for (const type of ['banner', 'native'] as const) readingOf(bidder, { text }, [[type]]);
  for (const body of bodies) {
    for (const note of [undefined, null, 7, { kind: 'banner' }, { kind: 'nurl' }]) {
      readingOf(bidder, { body, note }, [['banner', 'video', 'native'], ['video']]);
    }
  }
}
