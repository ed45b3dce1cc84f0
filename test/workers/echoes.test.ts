/** The echo of a client's video on very many bids, through both hops (spec 4.1.12). */
import t from 'tap';
import { settleMessage } from '../../src/auction/hop-bytes.ts';
import { answerOf, bidding, createTestHops, plainTerms, prepareMessage, served } from '../support/hops.ts';
import { wholeLists } from '../support/whole-lists.ts';

t.test('the total size of video echoed on bids is bounded', async (t) => {
  const hops = createTestHops({ bidders: { bidderA: { endpoint: 'http://127.0.0.1:1/a' } } });
  const video = { mimes: ['video/mp4'], ext: { long: 'x'.repeat(100_000) } };
  const svc = { bidder: { bidderA: {} }, options: { echovideoattrs: true } };
  const request = { id: 'r1', imp: [{ id: 'i1', video, ext: { svc } }], site: { page: 'https://news.example/' } };
  const prepared = served(hops.prepare(prepareMessage(request)));
  const bid = Array.from({ length: 200 }, (_, at) => ({ id: `b${at}`, impid: 'i1', price: 1, crid: 'c' }));
  const settled = hops.settle(settleMessage(prepared, [bidding(bid)], plainTerms));
  const { start, end } = settled.answer;
  t.ok(end - start < 5_000_000, `${end - start} bytes`);
  const { seatbid, ext } = answerOf(settled);
  t.equal(seatbid[0].bid.length, 200);
  t.strictSame(seatbid[0].bid[0].ext.svc.storedrequestattributes, video);
  t.equal(seatbid[0].bid[199].ext.svc.storedrequestattributes, undefined);
  t.match(ext.warnings.general, wholeLists([{ code: 10_000, message: /^echovideoattrs and passthrough have over/ }]));
});

t.test(
  'what bidders with their own form of an imp share with it crosses once, and is echoed on their bids',
  async (t) => {
    const codes = Array.from({ length: 50 }, (_, at) => `bidder${at}`);
    const endpoint = 'http://127.0.0.1:1/a';
    const hops = createTestHops({ bidders: Object.fromEntries(codes.map((code) => [code, { endpoint }])) });
    const video = { mimes: ['video/mp4'], ext: { long: 'x'.repeat(20_000) } };
    const assets = [
      { id: 1, title: { len: 9 } },
      { id: 2, data: { type: 2 }, ext: { long: 'y'.repeat(20_000) } },
    ];
    const imp = {
      // Nothing changes but its tag, except for the first three.
      ...Object.fromEntries(codes.map((code) => [code, { tagid: 'own' }])),
      bidder0: { video: { mimes: ['video/webm'], ext: null } },
      bidder1: { native: null, ext: { svc: { options: { echovideoattrs: false } } } },
      bidder2: { ext: { svc: { passthrough: 'own' } } },
    };
    const bidder = Object.fromEntries(codes.map((code) => [code, {}]));
    const svc = { bidder, imp, options: { echovideoattrs: true } };
    const native = { request: JSON.stringify({ assets }) };
    const request = { id: 'r1', imp: [{ id: 'i1', video, native, ext: { svc } }], app: { id: 'a1' } };
    const prepared = served(hops.prepare(prepareMessage(request)));
    if ('kept' in prepared.context) throw new Error('the context must cross as bytes');
    const bytes = prepared.context.end - prepared.context.start;
    t.ok(bytes < 100_000, `${bytes} bytes of context`);
    const adm = JSON.stringify({ assets: [{ id: 2, data: { value: 'v' } }] });
    const bid = { id: 'b', impid: 'i1', price: 1, crid: 'c', mtype: 4, adm };
    const settled = hops.settle(
      settleMessage(
        prepared,
        prepared.calls.map(() => bidding([bid])),
        plainTerms,
      ),
    );
    const bids = new Map<
      string,
      { readonly ext: { readonly svc: { readonly [key: string]: unknown } }; readonly adm: string }
    >(answerOf(settled).seatbid.map(({ seat, bid }: { seat: string; bid: readonly object[] }) => [seat, bid[0]]));
    const seen = ['bidder0', 'bidder1', 'bidder2', 'bidder49'].map((seat) => {
      const { storedrequestattributes, passthrough } = bids.get(seat)!.ext.svc;
      return [storedrequestattributes, passthrough, JSON.parse(bids.get(seat)!.adm).assets[0].data.type];
    });
    t.strictSame(seen, [
      [{ mimes: ['video/webm'] }, undefined, 2],
      [undefined, undefined, undefined],
      [video, 'own', 2],
      [video, undefined, 2],
    ]);
  },
);

t.test('copies of a long video in the forms of many bidders are bounded before they cross', async (t) => {
  const codes = Array.from({ length: 100 }, (_, at) => `bidder${at}`);
  const endpoint = 'http://127.0.0.1:1/a';
  const hops = createTestHops({ bidders: Object.fromEntries(codes.map((code) => [code, { endpoint }])) });
  const video = { mimes: ['video/mp4'], ext: { long: 'x'.repeat(100_000) } };
  const imp = Object.fromEntries(codes.map((code, at) => [code, { video: { w: at + 1 } }]));
  const svc = {
    bidder: Object.fromEntries(codes.map((code) => [code, {}])),
    imp,
    options: { echovideoattrs: true },
  };
  const request = { id: 'r1', imp: [{ id: 'i1', video, ext: { svc } }], site: { page: 'https://news.example/' } };
  const prepared = served(hops.prepare(prepareMessage(request)));
  if ('kept' in prepared.context) throw new Error('the context must cross as bytes');
  const bytes = prepared.context.end - prepared.context.start;
  t.ok(bytes < 4_500_000, `${bytes} bytes of context`);
  const replies = prepared.calls.map(() => bidding([{ id: 'b', impid: 'i1', price: 1, crid: 'c' }]));
  const { seatbid, ext } = answerOf(hops.settle(settleMessage(prepared, replies, plainTerms)));
  t.strictSame(seatbid[0].bid[0].ext.svc.storedrequestattributes, { ...video, w: 1 });
  t.equal(seatbid[99].bid[0].ext.svc.storedrequestattributes, undefined);
  t.match(ext.warnings.general, wholeLists([{ message: /^the videos and passthrough of bidders' own forms of imps/ }]));
});
