/** A bid's `ext` in the answer: the bidder's own members, and `meta` merged with the adapter's (decisions, 'Bidder's own bid.ext'). */
import t from 'tap';
import { isObject, own, type JsonObject } from '../../../src/openrtb/json-object.ts';
import { buildBid } from '../../../src/stages/settle/build-bid.ts';

const facts = {
  namespace: 'svc',
  name: 'alias',
  adaptercode: 'acme',
  type: 'banner',
  price: 1,
  origbidcpm: 1,
  origbidcur: 'USD',
} as const;

/** The `meta` of a bid with `theirs` from the bidder and `known` from the adapter. */
function metaOf(theirs: JsonObject | undefined, known: JsonObject | undefined): unknown {
  const bid = { id: 'b', ...(theirs && { ext: { prebid: { meta: theirs } } }) };
  const { ext } = buildBid(bid, { ...facts, meta: known });
  const svc = isObject(ext) ? own(ext, 'svc') : undefined;
  return isObject(svc) ? JSON.parse(JSON.stringify(svc['meta'])) : undefined;
}

t.test("the adapter's meta takes precedence over the bidder's, except for undefined members", async (t) => {
  const theirs = { networkName: 'theirs', brandId: 7 };
  t.strictSame(metaOf(theirs, { networkName: 'known' }), { ...theirs, networkName: 'known', adaptercode: 'acme' });
  t.strictSame(metaOf(theirs, { networkName: undefined, mediaType: 'video' }), {
    ...theirs,
    mediaType: 'video',
    adaptercode: 'acme',
  });
  t.strictSame(metaOf(theirs, undefined), { ...theirs, adaptercode: 'acme' });
  t.strictSame(metaOf(undefined, { networkName: undefined }), { adaptercode: 'acme' });
});

t.test("the bidder's own members are in ext and in ext.bidder, without those of svc and prebid", async (t) => {
  const own = { viewability: 7 };
  const { ext } = buildBid({ id: 'b', ext: { ...own, svc: { x: 1 }, prebid: { x: 1 } } }, facts);
  const svc = { type: 'banner', meta: { adaptercode: 'acme' } };
  t.strictSame(ext, { ...own, svc, origbidcpm: 1, origbidcur: 'USD', bidder: { alias: own } });
});
