/** What bidders do in the branches that no recorded case shows, and their public adapters do. */
import t from 'tap';
import mgid from '../../src/bidders/mgid.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, type ImpWithParams } from '../adapter/support.ts';

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
