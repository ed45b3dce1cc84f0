/** Calls of platforms with stored imps of their own, beyond the recorded cases. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adot from '../../src/bidders/adot.ts';
import akcelo from '../../src/bidders/akcelo.ts';
import adtelligent from '../../src/bidders/adtelligent.ts';
import connatix from '../../src/bidders/connatix.ts';
import insticator from '../../src/bidders/insticator.ts';
import limelightDigital from '../../src/bidders/limelightDigital.ts';
import mgid from '../../src/bidders/mgid.ts';
import nextmillennium from '../../src/bidders/nextmillennium.ts';
import ogury from '../../src/bidders/ogury.ts';
import openx from '../../src/bidders/openx.ts';
import pangle from '../../src/bidders/pangle.ts';
import targetVideo from '../../src/bidders/targetVideo.ts';
import yandex from '../../src/bidders/yandex.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsFor, callsOf, readingOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const device = { ip: '192.0.2.1' };

/** The problem of the only imp, for which there must be no call. */
function fault(definition: BidderDefinition, imp: ImpWithParams, request: Partial<BidRequest> = {}) {
  const made = callsFor(definition, [imp], request);
  t.strictSame(made.calls, [], `${definition.code} makes no call`);
  return made.problems[0]?.message;
}

t.test('params, buyeruid and page form the URL, and an invalid param is refused', async (t) => {
  const uri = (definition: BidderDefinition, params: object, request: Partial<BidRequest> = {}) =>
    callsFor(definition, [{ banner, params }], request).calls[0]?.uri;
  t.equal(uri(adot, { publisherPath: '/hubvisor' }), 'https://dsp.adotmob.com/headerbidding/hubvisor/bidrequest');
  t.match(fault(adot, { banner, params: { publisherPath: '/../x' } }), /publisherPath/);
  t.equal(uri(mgid, { accountId: 'a/b' }), 'https://prebid.mgid.com/prebid/a%2Fb');
  t.match(fault(mgid, { banner, params: {} }), /accountId/);
  t.equal(uri(adtelligent, { aid: '12' }), 'http://ghb.adtelligent.com/pbs/ortb?aid=12');
  const buyers: [string, string][] = [
    ['1-x', '?dc=us-east-2'],
    ['3-x', '?dc=eu-west-1'],
    ['x-1-', ''],
  ];
  for (const [buyeruid, query] of buyers)
    t.equal(uri(connatix, {}, { user: { buyeruid }, device }), `https://capi.connatix.com/rtb/ortb${query}`);
  t.match(uri(yandex, { page_id: 7, imp_id: 8 }), /\/prebid\/7\?imp-id=8&ssp-id=10500$/);
  t.match(uri(yandex, { placement_id: 'R-A-12-3', page_id: 7 }), /\/prebid\/12\?imp-id=3&/);
  t.match(uri(yandex, { placement_id: 'R-A-1-12-3-mobile' }), /\/prebid\/12\?imp-id=3&/);
  const site = { domain: 'site.example' };
  t.match(uri(yandex, { placement_id: '12-3' }, { site }), /&target-ref=site\.example$/);
  t.match(uri(yandex, { placement_id: '12-3' }, { site: { ...site, page: 'p' } }), /&target-ref=p$/);
  t.match(fault(yandex, { banner, params: { placement_id: '12-' } }), /placement_id/);
});

t.test('Insticator: imp.ext has only adUnitId and publisherId', async (t) => {
  const params = { adUnitId: 'a', publisherId: 'p' };
  const imp = { banner, ext: { gpid: 'g', svc: {}, data: {} }, params: { ...params, other: 1 } };
  t.strictSame(bodyOf(callsFor(insticator, [imp], { site: {} })).imp[0]?.ext, { insticator: params });
});

t.test('Insticator: ext has only insticator, with the caller', async (t) => {
  const imp = { banner, params: { adUnitId: 'a', publisherId: 'p' } };
  const ext = { svc: { channel: { name: 'c' } }, insticator: { caller: [{ name: 'x' }] } };
  t.strictSame(bodyOf(callsFor(insticator, [imp], { site: {}, ext }))['ext'], {
    insticator: { caller: [{ name: 'x' }, { name: 'Prebid-Server', version: 'n/a' }] },
  });
});

t.test('Insticator: an app is sent to app_endpoint of extraInfo, which is required', async (t) => {
  const imp = { banner, params: { adUnitId: 'a', publisherId: 'p' } };
  const [call] = callsFor(insticator, [imp], { app: {} }).calls;
  t.equal(call?.uri, 'https://aex.ingage.tech/v1/prebidserver?publisherId=p');
  for (const extraInfo of ['', '{}', '{"app_endpoint":"no URL"}'])
    t.throws(() => bidderOf(insticator, { extraInfo }), /app_endpoint/);
});

t.test('imps are split into calls by imp, by aid, or by type', async (t) => {
  const placed = { banner, params: { placementId: 'p' } };
  t.strictSame(
    callsFor(connatix, [placed, placed], { device }).calls.map(({ impids }) => impids),
    [['i1'], ['i2']],
  );
  const sources = ['1', 2, 1].map((aid) => ({ banner, params: { aid } }));
  t.strictSame(
    callsFor(adtelligent, sources).calls.map(({ impids }) => impids),
    [['i1', 'i3'], ['i2']],
  );
  const kinds = [{ banner, video: {} }, { video: {}, native: {} }, { native: {} }, { video: {} }];
  t.strictSame(
    callsFor(
      openx,
      kinds.map((kind) => ({ ...kind, params: { unit: 1 } })),
    ).calls.map(({ impids }) => impids),
    [['i1', 'i3'], ['i2'], ['i4']],
    'OpenX takes one video in a call, and of several kinds a banner first, then a video',
  );
  const own = callsFor(limelightDigital, [{ banner, params: { host: 'h.example', publisherId: '5' } }], {
    ext: { a: 1 },
  });
  t.match(bodyOf(own), { id: 'r1-i1' });
  t.notOk('ext' in bodyOf(own));
});

t.test('Connatix: a client address is required, and the whole imp.ext is sent', async (t) => {
  const placed = { banner, ext: { gpid: 'g' }, params: { placementId: 'p' } };
  for (const device of [undefined, {}, { ua: 'agent' }])
    t.equal(fault(connatix, placed, device && { device }), 'Device IP is required');
  const { imp } = bodyOf(callsFor(connatix, [placed], { device: { ipv6: '2001:db8::1' } }));
  t.strictSame(imp[0]?.ext, { gpid: 'g', connatix: { placementId: 'p' } });
});

t.test('imp.ext: Akcelo gets only its params, Target Video a stored request', async (t) => {
  const ext = { gpid: 'g', svc: { is_rewarded_inventory: 1, storedrequest: { id: 'own' } } };
  const extFor = (definition: BidderDefinition, params: object) =>
    bodyOf(callsFor(definition, [{ banner, ext, params }])).imp[0]?.ext;
  t.strictSame(extFor(akcelo, { adUnitId: 1, siteId: 2 }), { akcelo: { adUnitId: 1, siteId: 2 } });
  const prebid = { is_rewarded_inventory: 1, storedrequest: { id: '7' } };
  t.strictSame(extFor(targetVideo, { placementId: 7 }), { gpid: 'g', prebid });
});

t.test('Ogury: imps with both keys are sent, or all imps if the publisher is known', async (t) => {
  const keyed = { banner, params: { assetKey: 'a', adUnitId: 'u' } };
  const bare = { banner, ext: { gpid: 'g' }, params: { assetKey: 'a' } };
  t.strictSame(bodyOf(callsFor(ogury, [bare, keyed])).imp, [{ id: 'i2', tagid: 'i2', banner, ext: keyed.params }]);
  t.strictSame(callsFor(ogury, [bare, bare], { app: { publisher: { id: 'p' } } }).calls[0]?.impids, ['i1', 'i2']);
  t.match(fault(ogury, bare, { site: {} }), /assetKey and adUnitId/);
  const body = { seatbid: [{ bid: ['i1', 'i2'].map((impid) => ({ id: impid, impid, price: 1, mtype: 1 })) }] };
  const answered = (note: unknown) => {
    const { bids, problems } = readingOf(bidderOf(ogury), { body, note }, [['banner'], ['banner']]);
    return [bids.map(({ bid }) => bid['impid']), problems.map(({ code }) => code)];
  };
  t.strictSame(answered(callsFor(ogury, [bare, keyed]).calls[0]?.note), [['i2'], [3]], 'a bid for an imp left out');
  t.strictSame(answered(callsFor(ogury, [keyed, keyed]).calls[0]?.note), [['i1', 'i2'], []]);
});

t.test('Pangle: the adtype must be known, and appid needs placementid', async (t) => {
  const params = { token: 't' };
  const asked = bodyOf(callsFor(pangle, [{ banner, params: { ...params, appid: '1', placementid: '2' } }])).imp[0];
  t.match(asked?.ext, { adtype: 1, is_prebid: true, networkids: { appid: '1', placementid: '2' } });
  const rewarded = { video: {}, banner, ext: { svc: { is_rewarded_inventory: 1 } }, params };
  t.match(bodyOf(callsFor(pangle, [rewarded])).imp[0]?.ext, { adtype: 7 });
  t.match(fault(pangle, { video: {}, params }), /not a supported adtype/);
  t.match(fault(pangle, { banner, params: { ...params, appid: '1' } }), /only one of appid or placementid/);
  const bid = { id: 'b', impid: 'i1', price: 1, ext: { pangle: { adtype: 9 } } };
  const { bids, problems } = readingOf(bidderOf(pangle), { body: { seatbid: [{ bid: [bid] }] } });
  t.strictSame([bids.length, problems.length], [0, 1]);
});

t.test("Next Millennium: ext has the host's nmmFlags", async (t) => {
  t.throws(() => bidderOf(nextmillennium, { extraInfo: 'nmmFlags' }), /extraInfo must be JSON such as/);
  const bidder = bidderOf(nextmillennium, { extraInfo: '{"nmmFlags":["1",2]}' });
  const made = callsOf(bidder, [{ id: 'i1', banner: { w: 1, h: 2 }, params: { group_id: 'g' } }], {
    app: { domain: 'a.example' },
  });
  const { imp, ext } = bodyOf(made);
  const storedrequest = { id: 'gg;1x2;a.example' };
  t.strictSame(imp[0]?.ext, { nextMillennium: { nmmFlags: ['1'] }, prebid: { storedrequest } });
  t.match(ext, wholeLists({ nextMillennium: { nmmFlags: ['1'], server_version: '1.2.3' }, prebid: { storedrequest } }));
});

t.test('Yandex: missing video members get defaults, and an imp without a size is refused', async (t) => {
  const params = { placement_id: '1-2' };
  const [imp] = bodyOf(callsFor(yandex, [{ video: { w: 1, h: 1 }, params }])).imp;
  t.strictSame(imp?.video, { w: 1, h: 1, minduration: 1, maxduration: 120, mimes: ['video/mp4'], protocols: [3] });
  t.match(fault(yandex, { video: { w: 1 }, params }), /video\.h is missing/);
  t.match(fault(yandex, { banner: {}, params }), /banner has no size/);
});
