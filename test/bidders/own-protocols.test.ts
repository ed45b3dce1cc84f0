/** Bidders with small private protocols, beyond the recorded cases. */
import t from 'tap';
import adgeneration from '../../src/bidders/adgeneration.ts';
import adquery from '../../src/bidders/adquery.ts';
import mabidder from '../../src/bidders/mabidder.ts';
import yieldlab from '../../src/bidders/yieldlab.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

/** The user id sent to Adquery. */
const qidOf = (user: BidRequest['user']) =>
  bodyOf(callsOf(bidderOf(adquery), [{ id: 'i1', banner, params: {} }], { ...(user && { user }) }))['bidQid'];

/** An eid from Adquery. */
const eid = (...ids: string[]) => ({ source: 'adquery.io', uids: ids.map((id) => ({ id })) });

/** The sizes sent to Adquery for this banner. */
const sizesOf = (banner: NonNullable<Imp['banner']>) =>
  bodyOf(callsOf(bidderOf(adquery), [{ id: 'i1', banner, params: {} }]))['sizes'];

t.test("Adquery: the user id is Adquery's eid, else buyeruid, else user.id", async (t) => {
  const known = { id: 'u', buyeruid: 'b' };
  const other = { source: 'other.test', uids: [{ id: 'x' }] };
  t.equal(qidOf({ ...known, ext: { eids: [other, eid('', 'q')] } }), 'q');
  t.equal(qidOf({ ...known, eids: [eid('q')], ext: { eids: [eid('r')] } }), 'q');
  t.equal(qidOf({ ...known, eids: [other, eid('')] }), 'b');
  t.equal(qidOf({ id: 'u' }), 'u');
  t.equal(qidOf(undefined), '');
});

t.test('Adquery: sizes are the formats, else w and h, else empty', async (t) => {
  t.equal(sizesOf({}), '');
  t.equal(sizesOf({ w: 300 }), '');
  t.equal(sizesOf(banner), '300x250');
  t.equal(
    sizesOf({
      ...banner,
      format: [
        { w: 1, h: 2 },
        { w: 3, h: 4 },
      ],
    }),
    '1x2,3x4',
  );
});

t.test('Ad Generation: the currency is JPY if the request accepts it, else its first', async (t) => {
  const bidder = bidderOf(adgeneration);
  const asked = (cur?: string[]) =>
    callsOf(bidder, [{ id: 'i1', banner, params: { id: '58278' } }], { ...(cur && { cur }) }).calls[0]!;
  const body = { locationid: '58278', cpm: 2, ad: 'x', results: [{}] };
  for (const [cur, expected] of [
    [undefined, 'JPY'],
    [['USD', 'JPY'], 'JPY'],
    [['USD', 'EUR'], 'USD'],
  ] as const) {
    const { uri, note } = asked(cur && [...cur]);
    t.equal(new URL(uri).searchParams.get('currency'), expected);
    t.equal(readingOf(bidder, { body, note }).cur, expected);
  }
  t.match(readingOf(bidder, { body, isStored: true }), wholeLists({ cur: 'JPY', bids: [{ bid: { impid: 'i1' } }] }));
  t.strictSame(readingOf(bidder, { body: { ...body, locationid: '1' }, note: asked().note }).bids, []);
});

t.test('Ad Generation: only the IPv4 address is sent', async (t) => {
  const imp = { id: 'i1', banner, params: { id: '1' } };
  const { calls } = callsOf(bidderOf(adgeneration), [imp], { device: { ip: '192.0.2.1', ipv6: '2001:db8::1' } });
  t.strictSame(calls[0]?.headers.slice(-2), ['x-forwarded-for', '192.0.2.1']);
  t.notOk(calls[0]?.headers.includes('2001:db8::1'));
});

t.test('Ad Generation: a VAST reply is a banner with a video player', async (t) => {
  const body = {
    locationid: '1',
    cpm: 2,
    ad: 'x',
    beacon: '<img>',
    vastxml: "<VAST>it's\n</script></VAST>",
    results: [{}],
  };
  const { bids } = readingOf(bidderOf(adgeneration), { body, isStored: true });
  t.match(bids, wholeLists([{ type: 'banner' }]));
  const adm = bids[0]?.bid['adm'] as string;
  t.match(adm, /^<div id="apvad-i1"><\/div><script [^>]*src="https:\/\/cdn\.apvdr\.com\/js\/VideoAd\.min\.js"/);
  t.ok(adm.endsWith('</script><img>'));
  const [, options, vast] = /new APV\.VideoAd\((.*)\)\.load\((.*)\)/.exec(adm)!;
  t.strictSame([JSON.parse(options!), JSON.parse(vast!)], [{ s: 'i1' }, body.vastxml]);
  t.equal(adm.split('</script>').length, 3, 'the VAST cannot end the script');
});

t.test('MABidder: a bid has its mediaType, else it is a banner', async (t) => {
  const one = { requestId: 'i1', cpm: 1, currency: 'CAD' };
  const { bids } = readingOf(bidderOf(mabidder), { body: { Responses: [one, { ...one, mediaType: 'video' }] } });
  t.match(bids, wholeLists([{ type: 'banner' }, { type: 'video' }]));
});

/** The DSA transparency sent to Yieldlab. */
function transparencyOf(transparency: readonly object[]) {
  const imps = [{ id: 'i1', banner: { w: 300, h: 250 }, params: { adslotId: '1', supplyId: '2' } }];
  const { calls } = callsOf(bidderOf(yieldlab), imps, { regs: { ext: { dsa: { transparency } } } });
  return new URL(calls[0]!.uri).searchParams.get('dsatransparency');
}

t.test('Yieldlab: dsatransparency lists domains with their params, and skips entries without a domain', async (t) => {
  const [full, bare] = [{ domain: 'a.example', dsaparams: [1, 2] }, { domain: 'b.example' }];
  t.equal(transparencyOf([full, bare]), 'a.example~1_2~~b.example');
  t.equal(transparencyOf([{ dsaparams: [1] }, full]), 'a.example~1_2');
  t.equal(transparencyOf([{ dsaparams: [1] }]), null);
});
