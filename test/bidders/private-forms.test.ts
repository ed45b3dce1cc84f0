/** Bidders with private protocols, beyond the recorded cases. */
import t from 'tap';
import avocet from '../../src/bidders/avocet.ts';
import beachfront from '../../src/bidders/beachfront.ts';
import contxtful from '../../src/bidders/contxtful.ts';
import eplanning from '../../src/bidders/eplanning.ts';
import flipp from '../../src/bidders/flipp.ts';
import gamma from '../../src/bidders/gamma.ts';
import mabidder from '../../src/bidders/mabidder.ts';
import mediasquare from '../../src/bidders/mediasquare.ts';
import smaato from '../../src/bidders/smaato.ts';
import telaria from '../../src/bidders/telaria.ts';
import yieldlab from '../../src/bidders/yieldlab.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';
import { processorMs } from '../support/processor-time.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

const impsOf = (...all: readonly object[]) => all.map((params, at) => ({ id: `i${at + 1}`, banner, params }));

t.test(
  'Flipp: the user key is user.id, else the userKey of the params where consent allows it, else a new one',
  async (t) => {
    const keyOf = (request: Partial<BidRequest>) =>
      bodyOf(callsOf(bidderOf(flipp), impsOf({ creativeType: 'DTX', userKey: 'own', ip: '192.0.2.1' }), request))[
        'user'
      ];
    const minted = { key: '00000000-0000-4000-8000-000000000000' };
    const withoutPurposeFour = 'CP0xeHPP0xeHPBcABBENAgCAAAAAAAAAAGcgAAAAAAAA';
    t.strictSame(keyOf({}), { key: 'own' });
    t.strictSame(keyOf({ user: { id: 'u', consent: 'x' } }), { key: 'u' });
    t.strictSame(keyOf({ user: { consent: withoutPurposeFour } }), minted);
    t.strictSame(keyOf({ user: { ext: { consent: withoutPurposeFour } } }), minted);
    t.strictSame(keyOf({ regs: { ext: { gdpr: 1 } } }), minted);
    const { calls, problems } = callsOf(bidderOf(flipp), impsOf({ creativeType: 'DTX' }, { creativeType: 'x' }));
    t.match(
      [calls, problems],
      wholeLists([[], [{ message: /"i1".*tell an ip/ }, { message: /"i2".*NativeX or DTX/ }]]),
    );
  },
);

t.test('Gamma: params are encoded in the query; a banner has adm, a video vastXml', async (t) => {
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

t.test('Mediasquare: a floor is listed by size, and as * for types without one', async (t) => {
  const all = { ...impsOf({ owner: 'o', code: 'c' })[0]!, native: { request: '{}' }, video: { mimes: ['a'] } };
  const regs = { ext: { gdpr: 1 } };
  const body = bodyOf(callsOf(bidderOf(mediasquare), [{ ...all, bidfloor: 2 }, all], { regs }));
  t.match(body, { pbjs: '1.2.3', gdpr: { consent_required: true, consent_string: '' } });
  t.strictSame(
    (body['codes'] as { floor?: object }[]).map(({ floor }) => floor),
    [{ '300x250': { floor: 2 }, '*': { floor: 2 } }, undefined],
  );
});

t.test('Mediasquare: a bid keeps its burl', async (t) => {
  const body = { responses: [{ id: 'b', bid_id: 'i1', cpm: 1, currency: 'EUR', burl: 'https://bill.example/' }] };
  t.match(
    readingOf(bidderOf(mediasquare), { body }).bids,
    wholeLists([{ bid: { id: 'b', burl: 'https://bill.example/' } }]),
  );
});

const shown = { mediaType: 'banner', adm: 'x' };

const priced = (currency: string) => ({ ...shown, requestId: 'i1', bid_id: 'i1', cpm: 1, currency });

t.test('a reply whose bids name currencies is in the first one; bids in others are dropped', async (t) => {
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

t.test('a size or deal priority that is not a whole number above 0 is ignored', async (t) => {
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

t.test('Telaria: the nth bid is for the nth imp, even after a dropped bid', async (t) => {
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

t.test('a stored reply is read without a note and headers', async (t) => {
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

t.test('a reply of 100,000 entries for 1000 imps is read in less than two seconds', async (t) => {
  const names = Array.from({ length: 1000 }, (_, at) => ({ name: `n${at}`, adslotId: `n${at}`, impid: `i${at}` }));
  for (const [definition, body, note] of [
    [eplanning, { sp: Array.from({ length: 100_000 }, () => ({ k: 'x' })) }, names],
    [yieldlab, Array.from({ length: 100_000 }, () => ({ id: 1 })), { slots: names }],
  ] as const) {
    const bidder = bidderOf(definition);
    const tookMs = processorMs(() => t.strictSame(readingOf(bidder, { body, note }).bids, []));
    t.ok(tookMs < 2000, `${definition.code} takes ${tookMs} ms`);
  }
});
