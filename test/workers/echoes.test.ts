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
