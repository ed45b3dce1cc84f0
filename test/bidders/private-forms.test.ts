/** What bidders with protocols of their own do where no recorded case shows it. */
import t from 'tap';
import adnuntius from '../../src/bidders/adnuntius.ts';
import avocet from '../../src/bidders/avocet.ts';
import beachfront from '../../src/bidders/beachfront.ts';
import contxtful from '../../src/bidders/contxtful.ts';
import eplanning from '../../src/bidders/eplanning.ts';
import flipp from '../../src/bidders/flipp.ts';
import gamma from '../../src/bidders/gamma.ts';
import invibes from '../../src/bidders/invibes.ts';
import mabidder from '../../src/bidders/mabidder.ts';
import mediasquare from '../../src/bidders/mediasquare.ts';
import missena from '../../src/bidders/missena.ts';
import smaato from '../../src/bidders/smaato.ts';
import telaria from '../../src/bidders/telaria.ts';
import yieldlab from '../../src/bidders/yieldlab.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';
import { processorMs } from '../support/processor-time.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const impsOf = (...all: readonly object[]) => all.map((params, at) => ({ id: `i${at + 1}`, banner, params }));

t.test('Flipp: the key of the params goes only where nothing forbids it', async (t) => {
  const keyOf = (request: Partial<BidRequest>) =>
    bodyOf(callsOf(bidderOf(flipp), impsOf({ creativeType: 'DTX', userKey: 'own', ip: '192.0.2.1' }), request))['user'];
  const minted = { key: '00000000-0000-4000-8000-000000000000' };
  const withoutPurposeFour = 'CP0xeHPP0xeHPBcABBENAgCAAAAAAAAAAGcgAAAAAAAA';
  t.same(keyOf({}), { key: 'own' });
  t.same(keyOf({ user: { id: 'u', consent: 'x' } }), { key: 'u' });
  t.same(keyOf({ user: { consent: withoutPurposeFour } }), minted);
  t.same(keyOf({ user: { ext: { consent: withoutPurposeFour } } }), minted);
  t.same(keyOf({ regs: { ext: { gdpr: 1 } } }), minted);
  const { calls, problems } = callsOf(bidderOf(flipp), impsOf({ creativeType: 'DTX' }, { creativeType: 'x' }));
  t.match([calls, problems], wholeLists([[], [{ message: /"i1".*tell an ip/ }, { message: /"i2".*NativeX or DTX/ }]]));
});

t.test('Gamma: params stay in the query; only videos are in its own form', async (t) => {
  const { calls } = callsOf(bidderOf(gamma), impsOf({ id: 'a&b=c', zid: '#', wid: 'w x' }, { id: 'x' }));
  t.match(
    calls,
    wholeLists([
      { uri: 'https://hb.gammaplatform.com/adx/request/?id=a%26b%3Dc&zid=%23&wid=w+x&bidid=i1&hb=pbmobile', body: '' },
    ]),
  );
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1, adm: 'own', vastXml: '<VAST>' }] }] };
  t.equal(readingOf(bidderOf(gamma), { body }, [['banner']]).bids[0]!.bid['adm'], 'own');
  t.equal(readingOf(bidderOf(gamma), { body }, [['banner', 'video']]).bids[0]!.bid['adm'], '<VAST>');
});

t.test('Invibes: zones, and deals by their rank', async (t) => {
  const bidder = bidderOf(invibes);
  const hostOf = (domainId: number) =>
    callsOf(bidder, impsOf({ placementId: 'p', domainId })).calls.map(({ uri }) => new URL(uri).hostname);
  for (const domainId of [-5, 0, 1, 1001]) t.same(hostOf(domainId), ['bid.videostep.com']);
  for (const domainId of [3, 1003]) t.same(hostOf(domainId), ['bid3.videostep.com']);
  t.same(hostOf(1e308), []);
  const bid = { id: 'b', impid: 'i1', price: 1 };
  const body = { currency: 'EUR', typedBids: [{ bid, dealPriority: 4 }, { bid }, { dealPriority: 1 }] };
  const { cur, bids, problems } = readingOf(bidder, { body });
  t.same([cur, bids.map(({ dealpriority }) => dealpriority), problems.length], ['EUR', [4, undefined], 1]);
});

t.test('Invibes: a call for each zone, and for each imp of one placement', async (t) => {
  const imps = impsOf(
    { placementId: 'p', domainId: 2 },
    { placementId: 'p', domainId: 3 },
    { placementId: 'p', domainId: 1002 },
    { placementId: 'q', domainId: 2 },
  );
  const { calls } = callsOf(bidderOf(invibes), imps);
  t.same(
    calls.map(({ uri, impids, body }) => {
      const { BidParamsJson } = JSON.parse(body) as { BidParamsJson: string };
      const { PlacementIds } = JSON.parse(BidParamsJson) as { PlacementIds: string[] };
      return [new URL(uri).hostname, impids, PlacementIds];
    }),
    [
      ['bid2.videostep.com', ['i1', 'i4'], ['p', 'q']],
      ['bid2.videostep.com', ['i3'], ['p']],
      ['bid3.videostep.com', ['i2'], ['p']],
    ],
  );
});

t.test('Invibes: a test that any imp of a call wants is told, the last one holds', async (t) => {
  const tests = [{ testBvid: 'x' }, { testBvid: 'y' }, { testLog: true }];
  const imps = impsOf(...tests.map((debug, at) => ({ placementId: `p${at}`, debug })));
  const body = bodyOf(callsOf(bidderOf(invibes), imps));
  t.match(body, { IsTestBid: true, Bvid: 'y', InvibBVLog: true, VideoAdDebug: true });
});

t.test('Mediasquare: floors for what has a size and for what has none', async (t) => {
  const all = { ...impsOf({ owner: 'o', code: 'c' })[0]!, native: { request: '{}' }, video: { mimes: ['a'] } };
  const regs = { ext: { gdpr: 1 } };
  const body = bodyOf(callsOf(bidderOf(mediasquare), [{ ...all, bidfloor: 2 }, all], { regs }));
  t.match(body, { pbjs: '1.2.3', gdpr: { consent_required: true, consent_string: '' } });
  t.same(
    (body['codes'] as { floor?: object }[]).map(({ floor }) => floor),
    [{ '300x250': { floor: 2 }, '*': { floor: 2 } }, undefined],
  );
});

t.test('Mediasquare: a bid brings the address that bills it', async (t) => {
  const body = { responses: [{ id: 'b', bid_id: 'i1', cpm: 1, currency: 'EUR', burl: 'https://bill.example/' }] };
  t.match(
    readingOf(bidderOf(mediasquare), { body }).bids,
    wholeLists([{ bid: { id: 'b', burl: 'https://bill.example/' } }]),
  );
});

const shown = { mediaType: 'banner', adm: 'x' };
const priced = (currency: string) => ({ ...shown, requestId: 'i1', bid_id: 'i1', cpm: 1, currency });

t.test('replies whose bids name currencies: the first one named holds', async (t) => {
  const list = [priced(''), priced('CAD'), priced('USD'), priced('CAD')];
  for (const [definition, body] of [
    [contxtful, list],
    [mabidder, { Responses: list }],
    [mediasquare, { responses: list }],
  ] as const) {
    const { cur, bids, problems } = readingOf(bidderOf(definition), { body });
    t.match(
      [cur, bids.length, problems],
      wholeLists([
        'CAD',
        2,
        [{ message: /is in "", the/ }, { code: 3, message: 'a bid is in "USD", the first one in "CAD"' }],
      ]),
    );
  }
});

t.test('sizes, seconds and ranks that are no whole numbers are none', async (t) => {
  for (const number of [1.5, -1, '1.5', 1e300, true]) {
    const { bids } = readingOf(bidderOf(mabidder), {
      body: { Responses: [{ ...priced('CAD'), width: number, height: '7' }] },
    });
    t.match(bids, wholeLists([{ bid: { w: undefined, h: 7 } }]));
    const bid = {
      id: 'b',
      impid: 'i1',
      price: 1,
      adm: '<VAST/>',
      ext: { avocet: { duration: 3, deal_priority: number } },
    };
    const read = readingOf(bidderOf(avocet), { body: { seatbid: [{ bid: [bid] }] } }).bids;
    t.match(read, wholeLists([{ video: { duration: 3 }, dealpriority: undefined }]));
  }
});

t.test('Missena: the first imp with a key, in dollars or euros', async (t) => {
  const imps = impsOf({}, { apiKey: 'k/?', other: 1 }).map((imp) => ({ ...imp, bidfloor: 5, bidfloorcur: 'USD' }));
  const asked = callsOf(bidderOf(missena), imps, { cur: ['EUR'], site: { page: 'data:x' } });
  t.match(asked.calls, wholeLists([{ uri: 'https://bid.missena.io/?t=k%2F%3F', impids: ['i2'], note: 'i2' }]));
  t.notOk(asked.calls[0]!.headers.includes('origin'));
  const body = bodyOf(asked);
  t.match(
    body,
    wholeLists({ adunit: 'i2', floor: 4, floor_currency: 'EUR', ortb2: { imp: [{ id: 'i1' }, { id: 'i2' }] } }),
  );
  t.same(body['params'], { apiKey: 'k/?' });
  const told = (given: typeof imps, cur: string[]) => callsOf(bidderOf(missena), given, { cur }).problems;
  const inDollars = { currency: 'USD', floor: 5, floor_currency: 'USD' };
  t.match(bodyOf(callsOf(bidderOf(missena), imps, { cur: ['CHF'] })), inDollars);
  t.match(told(imps.slice(0, 1), ['USD']), wholeLists([{ message: /apiKey/ }]));
  t.match(
    told(
      imps.slice(1).map((imp) => ({ ...imp, bidfloorcur: 'XXX' })),
      ['USD'],
    ),
    wholeLists([{ message: /rate not found/ }]),
  );
  t.match(
    readingOf(bidderOf(missena), { body: { requestId: 'r', cpm: 1 } }).bids,
    wholeLists([{ bid: { id: 'r', impid: 'i1' } }]),
  );
});

/** The addresses of the client that Missena is told. */
function missenaAddresses(device: object): string[] {
  const { headers = [] } = callsOf(bidderOf(missena), impsOf({ apiKey: 'k' }), { device }).calls[0] ?? {};
  return headers.filter((_, at) => headers[at - 1] === 'x-forwarded-for');
}

t.test('Missena is told one address of the client', async (t) => {
  t.same(missenaAddresses({ ip: '192.0.2.1', ipv6: '2001:db8::1' }), ['192.0.2.1']);
  t.same(missenaAddresses({ ipv6: '2001:db8::1' }), ['2001:db8::1']);
});

t.test('Missena: a bid has the creative that the reply names, or else the id of the request', async (t) => {
  for (const [creativeId, crid] of [
    ['c', 'c'],
    ['', 'r'],
    [undefined, 'r'],
  ]) {
    const { bids } = readingOf(bidderOf(missena), { body: { requestId: 'r', cpm: 1, creativeId } });
    t.match(bids, wholeLists([{ bid: { id: 'r', crid } }]));
  }
});

t.test('Telaria: bids answer imps in their order, also behind one that is dropped', async (t) => {
  const bid = [{ price: 'x' }, { id: 'second', impid: 'i1', price: 2 }, { id: 'third', impid: 'own', price: 3 }];
  const { bids, problems } = readingOf(bidderOf(telaria), { body: { seatbid: [{ bid }] } }, [['video'], ['video']]);
  t.match(
    bids.map(({ bid }) => bid),
    wholeLists([
      { id: 'second', impid: 'i2' },
      { id: 'third', impid: 'own' },
    ]),
  );
  t.match(problems, wholeLists([{ message: /price of the wrong type/ }]));
});

t.test('Adnuntius: the first ad that is one, at a thousand times its price to the last digit', async (t) => {
  const ads = [null, { adId: 'a', bid: { amount: 0.000_07, currency: 'NOK' } }];
  const body = { adUnits: [{ targetId: 'u-i1:banner', html: 'x', ads }] };
  t.match(
    readingOf(bidderOf(adnuntius), { body, note: {} }),
    wholeLists({
      cur: 'NOK',
      bids: [{ bid: { id: 'a', price: 0.07 } }],
    }),
  );
});

t.test('Yieldlab: imps that share a slot have a bid each, and no slot more than it has imps', async (t) => {
  const note = { slots: ['i1', 'i2'].map((impid) => ({ impid, adslotId: '7', supplyId: 's' })) };
  const one = { id: 7, adsize: '300x250', price: 100 };
  const reply = { body: [{ id: 7 }, one, one, one], note };
  const { bids, problems } = readingOf(bidderOf(yieldlab), reply, [['banner'], ['banner']]);
  t.match([bids.length, bids], wholeLists([2, [{ bid: { impid: 'i1' } }, { bid: { impid: 'i2' } }]]));
  t.match(
    problems,
    wholeLists([{ message: /slot 7 has no adsize/ }, { message: /slot 7, which was not asked for so often/ }]),
  );
});

t.test('Yieldlab: what names no deal is none; cents are euros to the last digit', async (t) => {
  const note = { slots: [{ impid: 'i1', adslotId: '7', supplyId: 's' }] };
  const bidOf = (more: object) =>
    readingOf(bidderOf(yieldlab), { body: [{ id: 7, adsize: '1x1', price: 33.3, ...more }], note }).bids[0]?.bid ?? {};
  t.same([bidOf({})['dealid'], bidOf({ pid: 5 })['dealid']], [undefined, '5']);
  t.equal(bidOf({})['price'], 0.333);
});

t.test('stored replies are read although they bring no note and no header', async (t) => {
  const bid = { id: 'b', impid: 'i1', price: 1, adm: '<div></div>' };
  for (const [definition, body] of [
    [beachfront, [{ slot: 'i1', price: 1 }]],
    [smaato, { seatbid: [{ bid: [bid] }] }],
    [yieldlab, [{ id: 7, price: 100, adsize: '300x250' }]],
  ] as const) {
    const { bids } = readingOf(bidderOf(definition), { body, isStored: true });
    t.match(bids, wholeLists([{ type: 'banner', bid: { impid: 'i1', price: 1 } }]), definition.code);
  }
});

t.test('long replies to many imps take no longer than they are long', async (t) => {
  const names = Array.from({ length: 1000 }, (_, at) => ({ name: `n${at}`, adslotId: `n${at}`, impid: `i${at}` }));
  for (const [definition, body, note] of [
    [eplanning, { sp: Array.from({ length: 100_000 }, () => ({ k: 'x' })) }, names],
    [yieldlab, Array.from({ length: 100_000 }, () => ({ id: 1 })), { slots: names }],
  ] as const) {
    const bidder = bidderOf(definition);
    const tookMs = processorMs(() => t.same(readingOf(bidder, { body, note }).bids, []));
    t.ok(tookMs < 2000, `${definition.code} takes ${tookMs} ms`);
  }
});
