/** Microsoft Monetize: imps and types of bids, beyond the recorded cases. */
import t from 'tap';
import msft from '../../src/bidders/msft.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const bidder = bidderOf(msft);

/** The imp as it is sent. */
function sent(params: object, more: object, request: Partial<BidRequest> = {}) {
  return bodyOf(callsOf(bidder, [{ id: 'i1', banner: { w: 1, h: 1 }, params, ...more }], request)).imp[0];
}

t.test('known params are sent, including those that are false', async (t) => {
  const params = { placement_id: 1, allow_smaller_sizes: false, use_pmt_rule: false, keywords: '', other: 1 };
  t.strictSame(sent({ ...params, pubclick: 'c', member: 2 }, { ext: { gpid: 'g', tid: 't' } })?.ext, {
    appnexus: { placement_id: 1, allow_smaller_sizes: false, use_pmt_rule: false, pub_click: 'c' },
    gpid: 'g',
  });
});

t.test("displaymanagerver is the imp's, else source and version of the app's SDK", async (t) => {
  const app = { ext: { svc: { source: 's', version: '1' } } };
  const managerOf = (own: object) => {
    const imp = sent({ placement_id: 1 }, own, { app });
    return [imp?.displaymanager, imp?.displaymanagerver];
  };
  t.strictSame(managerOf({ displaymanager: 'own' }), ['own', 's-1']);
  t.strictSame(managerOf({ displaymanagerver: '2' }), [undefined, '2']);
});

t.test('a bid with an unknown bid_ad_type is dropped', async (t) => {
  const bid = [0, 1, 2, 3].map((bid_ad_type) => ({
    id: 'b',
    impid: 'i1',
    price: 1,
    ext: { appnexus: { bid_ad_type } },
  }));
  const { bids, problems } = readingOf(bidder, { body: { seatbid: [{ bid }] } });
  t.strictSame(
    bids.map(({ type }) => type),
    ['banner', 'video', 'native'],
  );
  t.match(problems, wholeLists([{ code: 3, message: /bid_ad_type.*2/ }]));
});
