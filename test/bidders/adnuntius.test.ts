/** Adnuntius: calls and replies beyond the recorded cases. */
import t from 'tap';
import adnuntius from '../../src/bidders/adnuntius.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const bidder = bidderOf(adnuntius);

const callsFor = (request: Partial<BidRequest>) =>
  callsOf(bidder, [{ id: 'i1', banner: { w: 1, h: 1 }, params: { auId: 'u' } }], request);

function asked(request: Partial<BidRequest>) {
  const { host, searchParams } = new URL(callsFor(request).calls[0]!.uri);
  return { host, ...Object.fromEntries(searchParams) };
}

/** The ext of a bid by this advertiser for a request with these regs. */
function shown(advertiser: object, regs = {}) {
  const ads = [{ adId: 'a', bid: { amount: 1, currency: 'NOK' }, advertiser }];
  const { note } = callsFor({ regs }).calls[0]!;
  return readingOf(bidder, { body: { adUnits: [{ targetId: 'u-i1:banner', ads }] }, note }).bids[0]?.bid['ext'];
}

t.test('a request that states gdpr goes to the European host with gdpr and consent in the query', async (t) => {
  const plain = { format: 'prebidServer', tzo: '0' };
  t.strictSame(asked({ user: { consent: 'c' } }), { host: 'ads.adnuntius.delivery', ...plain, consentString: 'c' });
  const host = 'europe.delivery.adnuntius.com';
  t.strictSame(asked({ regs: { gdpr: 0 } }), { host, ...plain, gdpr: '0' });
  const older = { regs: { ext: { gdpr: 1 } }, user: { ext: { consent: 'c' } } };
  t.strictSame(asked(older), { host, ...plain, gdpr: '1', consentString: 'c' });
});

t.test('device.ext.noCookies is in the query', async (t) => {
  t.match(asked({ device: { ext: { noCookies: true } } }), { noCookies: 'true' });
});

t.test('the body has the page, the data of the site and the user id', async (t) => {
  const site = { page: 'https://x.test', ext: { data: { section: ['news'] } } };
  t.match(
    bodyOf(callsFor({ site, user: { id: 'own' } })),
    wholeLists({
      context: 'https://x.test',
      kv: { section: ['news'] },
      metaData: { usi: 'own' },
    }),
  );
});

t.test('all eids are in the query, and none is taken for the user id', async (t) => {
  const eids = [{ source: 's.test', uids: [{ id: 'theirs' }, { id: 'other' }] }];
  for (const user of [{ eids }, { ext: { eids } }]) {
    t.strictSame(asked({ user }), { ...asked({}), eids: JSON.stringify(eids) });
    t.match(bodyOf(callsFor({ user })), { context: 'unknown', metaData: { usi: undefined } });
  }
  t.notOk('eids' in asked({ user: { id: 'own', ext: { eids: [] } } }));
});

t.test('an ad unit has the targeting of the params without invalid or empty members', async (t) => {
  const targeting = { c: ['cars'], segments: [], keywords: 'no list', auml: ['a', 'b'], kv: { seat: ['4'], roof: 1 } };
  const calls = callsOf(bidder, [{ id: 'i1', banner: { w: 1, h: 1 }, params: { auId: 'u', targeting } }]);
  const { adUnits } = bodyOf(calls);
  t.strictSame(adUnits, [
    {
      auId: 'u',
      targetId: 'u-i1:banner',
      nativeRequest: {},
      dimensions: [[1, 1]],
      c: ['cars'],
      auml: ['a', 'b'],
      kv: { seat: ['4'] },
    },
  ]);
});

t.test('an ad unit that does not repeat the media type has the type of its markup', async (t) => {
  const unit = { targetId: 'u-i1', ads: [{ adId: 'a', creativeId: 'c', bid: { amount: 1, currency: 'NOK' } }] };
  const read = (more: object) => readingOf(bidder, { body: { adUnits: [{ ...unit, ...more }] }, note: {} }).bids;
  t.match(read({ html: '<b>ad</b>' }), wholeLists([{ type: 'banner', bid: { impid: 'i1', adm: '<b>ad</b>' } }]));
  t.match(
    read({ nativeJson: { ortb: { assets: [] } } }),
    wholeLists([{ type: 'native', bid: { adm: '{"assets":[]}' } }]),
  );
});

t.test('a bid has DSA data if the request requires it and the advertiser has a name', async (t) => {
  const asking = { ext: { dsa: { dsarequired: 2 } } };
  t.strictSame(shown({ name: 'Shop', legalName: 'Shop AS' }, asking), {
    dsa: { paid: 'Shop AS', behalf: 'Shop AS', adrender: 0 },
  });
  t.strictSame(shown({ name: 'Shop' }, asking), { dsa: { paid: 'Shop', behalf: 'Shop', adrender: 0 } });
  t.strictSame([shown({ legalName: 'Shop AS' }, asking), shown({ name: 'Shop' })], [undefined, undefined]);
});

t.test('the first valid ad is the bid, at exactly a thousand times its price', async (t) => {
  const ads = [null, { adId: 'a', bid: { amount: 0.000_07, currency: 'NOK' } }];
  const body = { adUnits: [{ targetId: 'u-i1:banner', html: 'x', ads }] };
  t.match(
    readingOf(bidder, { body, note: {} }),
    wholeLists({
      cur: 'NOK',
      bids: [{ bid: { id: 'a', price: 0.07 } }],
    }),
  );
});

t.test('deals that share the markup of their unit are dropped beyond a total length', async (t) => {
  const deal = { adId: 'a', dealId: 'd', bid: { amount: 1, currency: 'NOK' } };
  const deals = Array.from({ length: 99 }, (_, at) => ({ ...deal, ...(at === 98 && { html: 'own' }) }));
  const nativeJson = { ortb: { text: 'x'.repeat(100_000) } };
  for (const unit of [
    { targetId: 'u-i1:banner', html: 'x'.repeat(100_000) },
    { targetId: 'u-i1:native', nativeJson },
  ]) {
    const body = { adUnits: [{ ...unit, ads: [deal], deals }] };
    const { bids, problems } = readingOf(bidder, { body, note: {} });
    t.ok(JSON.stringify(bids).length < 1_000_000, `${bids.length} bids`);
    t.ok(bids.length >= 5, 'the first deals are kept');
    t.match(problems, wholeLists([{ code: 3, message: /^9\d deals of the reply share markup that is too long/ }]));
  }
});

/** An ad unit with one ad of this price. */
const unitOf = (amount: number, more: object) => ({
  targetId: 'u-i1:banner',
  ads: [{ adId: 'a', bid: { amount, currency: 'NOK' }, ...more }],
});

t.test('an ad with a creative id is preferred to one without', async (t) => {
  const body = { adUnits: [unitOf(3, {}), unitOf(1, { creativeId: 'c' }), unitOf(2, { creativeId: 'd' })] };
  const { bids, problems } = readingOf(bidder, { body, note: {} });
  t.strictSame(problems, [], 'and nothing is told where no deal is dropped');
  t.match(bids, wholeLists([{ bid: { crid: 'd', price: 2000 } }, { bid: { crid: '', price: 3000 } }]));
});
