/** PubMatic: calls and meta data of bids, beyond the recorded cases. */
import t from 'tap';
import pubmatic from '../../src/bidders/pubmatic.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';

const bidder = bidderOf(pubmatic);

/** The body for imps with these params and this first-party data. */
function bodyFor(imps: readonly { params: object; data?: JsonObject }[], request: Partial<BidRequest> = {}) {
  const made = imps.map(({ params, data }, at) => ({
    id: `i${at}`,
    banner: { w: 1, h: 1 },
    params,
    ext: { ...(data && { data }) },
  }));
  return bodyOf(callsOf(bidder, made, request));
}

const pairsOf = (params: object, data?: JsonObject) =>
  bodyFor([{ params, ...(data && { data }) }]).imp[0]!.ext?.['key_val'];

const wrapperOf = (paramsOf: readonly object[], request: Partial<BidRequest> = {}) =>
  bodyFor(
    paramsOf.map((params) => ({ params })),
    request,
  )['ext'];

t.test('key-values of the params come before those of the first-party data', async (t) => {
  const data = { pbadslot: '/1/home', sport: ['rugby', 'cricket'], live: true };
  t.equal(pairsOf({ dctr: 'k1=v1|k2=v2' }, data), 'k1=v1|k2=v2|sport=rugby,cricket|live=true');
  t.equal(pairsOf({ keywords: [{ key: 'key_val', value: ['k=v'] }] }, data), 'k=v|sport=rugby,cricket|live=true');
  t.equal(pairsOf({ dctr: 'k=v', keywords: [{ key: 'key_val', value: ['less'] }] }), 'k=v');
  t.equal(pairsOf({}, data), 'sport=rugby,cricket|live=true');
  t.equal(pairsOf({}, { pbadslot: '/1/home' }), undefined);
});

const slotOf = (data: JsonObject) => bodyFor([{ params: {}, data }]).imp[0]!.ext?.['dfp_ad_unit_code'];

t.test('the slot is that of Google Ad Manager, else the pbadslot', async (t) => {
  const [gam, other] = ['gam', 'other'].map((name) => ({ name, adslot: `/1/${name}` }));
  t.equal(slotOf({ adserver: gam, pbadslot: '/1/home' }), '/1/gam');
  t.equal(slotOf({ adserver: other, pbadslot: '/1/home' }), '/1/home');
  t.equal(slotOf({ adserver: other }), undefined);
});

t.test("profile and version are the request's, else the first of the imps", async (t) => {
  const paramsOf = [{ wrapper: { profile: 5, other: 1 } }, {}, { wrapper: { profile: 6, version: 7 } }];
  t.strictSame(wrapperOf(paramsOf), { wrapper: { profile: 5, version: 7, biddercode: 'pubmatic' } });
  const stated = { ext: { svc: { bidderparams: { wrapper: { profile: 0, version: 9 } } } } };
  t.strictSame(wrapperOf(paramsOf, stated), { wrapper: { profile: 5, version: 9, biddercode: 'pubmatic' } });
  t.strictSame(wrapperOf([{}], stated), { wrapper: { version: 9, biddercode: 'pubmatic' } });
  t.strictSame(wrapperOf([{}]), {});
});

t.test('a request with ext has the bidder code in the wrapper even without a profile', async (t) => {
  t.strictSame(wrapperOf([{}], { ext: { svc: { channel: { name: 'web' } } } }), {
    wrapper: { biddercode: 'pubmatic' },
  });
});

t.test('the meta of a bid with ext has its media type, video for an in-banner video', async (t) => {
  const bid = [{ ext: { ibv: true } }, { ext: { ibv: false, dspid: 4 } }, {}].map((more, at) => ({
    id: String(at),
    impid: 'i1',
    price: 1,
    mtype: 1,
    ...more,
  }));
  t.strictSame(
    readingOf(bidder, { body: { seatbid: [{ bid }] } }).bids.map(({ type, meta }) => [
      type,
      meta?.['mediaType'],
      meta?.['networkId'],
    ]),
    [
      ['banner', 'video', undefined],
      ['banner', 'banner', 4],
      ['banner', undefined, undefined],
    ],
  );
});
