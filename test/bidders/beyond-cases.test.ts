/** What bidders do in the branches that no recorded case shows, and their public adapters do. */
import t from 'tap';
import mgid from '../../src/bidders/mgid.ts';
import relevantdigital from '../../src/bidders/relevantdigital.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf, type ImpWithParams } from '../adapter/support.ts';

const banner = { w: 300, h: 250 };

/** The calls for these imps, with ids from `i1`. */
function asked(definition: BidderDefinition, imps: readonly ImpWithParams[], request: Partial<BidRequest> = {}) {
  const named = imps.map((imp, at) => ({ id: `i${at + 1}`, ...imp }));
  return callsOf(bidderOf(definition), named, request);
}

t.test('MGID has the time of the auction, and 200 ms where none is stated', async (t) => {
  const tmaxOf = (request: object) => bodyOf(asked(mgid, [{ banner, params: { accountId: 'a' } }], request))['tmax'];
  t.same([tmaxOf({ tmax: 750 }), tmaxOf({})], [750, 200]);
});

t.test('Relevant Digital: a buffer leaves its own length at the least, and a circle of servers ends', async (t) => {
  const params = { accountId: 'a', placementId: 'p', pbsHost: 'h' };
  const calls = (request: object, more: object = {}) =>
    asked(relevantdigital, [{ banner, params: { ...params, ...more } }], request);
  const tmaxOf = (tmax: number, pbsBufferMs: number) => bodyOf(calls({ tmax }, { pbsBufferMs }))['tmax'];
  t.same([tmaxOf(900, 250), tmaxOf(300, 250), tmaxOf(200, 250), tmaxOf(300, 0)], [650, 250, 200, 300]);
  t.match(bodyOf(calls({ ext: { relevant: { count: 4 } } }))['ext'], { relevant: { count: 5 } });
  t.match(calls({ ext: { relevant: { count: 5 } } }), { calls: [], problems: [{ message: /servers/ }] });
});

t.test('Relevant Digital: the number of a bid’s kind counts before the word for it', async (t) => {
  const bid = { id: 'b', impid: 'i1', price: 1, mtype: 2, ext: { prebid: { type: 'banner' } } };
  const { bids } = readingOf(bidderOf(relevantdigital), { body: { seatbid: [{ bid: [bid] }] }, note: [] });
  t.equal(bids[0]?.type, 'video');
});
