/** The URLs, imps and publishers of calls, beyond the recorded cases. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import aax from '../../src/bidders/aax.ts';
import allianceGravity from '../../src/bidders/alliance_gravity.ts';
import between from '../../src/bidders/between.ts';
import clydo from '../../src/bidders/clydo.ts';
import mediago from '../../src/bidders/mediago.ts';
import nexx360 from '../../src/bidders/nexx360.ts';
import pangle from '../../src/bidders/pangle.ts';
import readpeak from '../../src/bidders/readpeak.ts';
import rediads from '../../src/bidders/rediads.ts';
import richaudience from '../../src/bidders/richaudience.ts';
import silvermob from '../../src/bidders/silvermob.ts';
import smaato from '../../src/bidders/smaato.ts';
import smartyads from '../../src/bidders/smartyads.ts';
import sovrn from '../../src/bidders/sovrn.ts';
import thetradedesk from '../../src/bidders/thetradedesk.ts';
import tripleliftNative from '../../src/bidders/triplelift_native.ts';
import unruly from '../../src/bidders/unruly.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyFor, bodyOf, callsFor, callsOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

/** The URLs of the calls for these imps, and the problems. */
function asked(
  definition: BidderDefinition,
  imps: readonly ImpWithParams[],
  { request = {}, merged = {} }: { request?: Partial<BidRequest>; merged?: object } = {},
) {
  const { calls, problems } = callsOf(bidderOf(definition, merged), imps, request);
  return { uris: calls.map(({ uri }) => uri), messages: problems.map(({ message }) => message) };
}

t.test('SilverMob: the host is a known region, any other is refused', async (t) => {
  const imps = ['global', 'eu', 'moon'].map((host) => ({ banner, params: { host, zoneid: 'z' } }));
  t.match(
    asked(silvermob, imps),
    wholeLists({
      uris: [
        'http://global.silvermob.com/marketplace/api/dsp/bid/z',
        'http://eu.silvermob.com/marketplace/api/dsp/bid/z',
      ],
      messages: [/"i3": the param host/],
    }),
  );
});

t.test(
  'the last imp gives the URL of Between and SmartyAds, any imp with a value that of The Trade Desk',
  async (t) => {
    const imps = ['a', 'b'].map((host) => ({ banner, params: { host, sourceid: `${host}s`, accountid: `${host}c` } }));
    t.strictSame(asked(smartyads, imps).uris, ['http://b.smartyads.com/bid?rtb_seat_id=bs&secret_key=bc']);
    const regions = ['lbs-eu1.ads', 'lbs-asia1.ads'].map((host) => ({ banner, params: { host, publisher_id: 'p' } }));
    t.strictSame(asked(between, regions).uris, ['http://lbs-asia1.ads.betweendigital.com/openrtb_bid?sspId=p']);
    const params = [{ publisherId: 'p' }, { publisherId: 'p', supplySourceId: 'x' }];
    t.strictSame(
      asked(
        thetradedesk,
        params.map((params) => ({ banner, params })),
        { merged: { extraInfo: 'host' } },
      ).uris,
      ['https://direct.adsrvr.org/bid/bidder/x'],
    );
    const sellers = [' ', 'p', 'q'].map((publisherId) => ({ banner, params: { publisherId, supplySourceId: 'x' } }));
    const { site } = bodyOf(callsFor(thetradedesk, sellers, { site: {} }));
    t.strictSame(site, { publisher: { id: 'p' } }, 'a blank publisher id is skipped');
  },
);

t.test("AAX: the URL has the host's extraInfo as src if there is one", async (t) => {
  const uris = ['https://h', ''].map(
    (extraInfo) => asked(aax, [{ banner, params: {} }], { merged: { extraInfo } }).uris[0],
  );
  const endpoint = 'https://prebid.aaxads.com/rtb/pb/aax-prebid';
  t.strictSame(uris, [`${endpoint}?src=https%3A%2F%2Fh`, endpoint]);
});

t.test('MediaGo: the region of the params replaces the macro Host of the endpoint', async (t) => {
  const endpoint = 'https://rtb-{{.Host}}.mediago.io/api/bid?tn={{.AccountID}}';
  const regions = [{ region: 'APAC' }, { region: 'EU' }, { region: 'US' }, {}];
  const hosts = regions.map((params) => {
    const [uri = ''] = asked(mediago, [{ banner, params: { token: 't', ...params } }], { merged: { endpoint } }).uris;
    return new URL(uri).hostname.split('.')[0];
  });
  t.strictSame(hosts, ['rtb-jp', 'rtb-eu', 'rtb-us', 'rtb-us']);
});

t.test('Clydo: a request without a device is refused', async (t) => {
  const imp = { banner, params: { partnerId: 'p' } };
  t.match(asked(clydo, [imp]), wholeLists({ uris: [], messages: [/device/] }));
  t.strictSame(asked(clydo, [imp], { request: { device: {} } }).uris, ['http://us.clydo.io/p']);
});

t.test('Readpeak and Smaato: the publisher has only the id of the params', async (t) => {
  const site = { publisher: { id: 'own', name: 'n', domain: 'd' } };
  t.strictSame(bodyFor(readpeak, { banner, params: { publisherId: 'p' } }, { site })['site'], {
    publisher: { id: 'p' },
  });
  const params = { publisherId: 'p', adspaceId: 's' };
  t.strictSame(bodyFor(smaato, { banner, params }, { site })['site'], { publisher: { id: 'p' } });
});

t.test('imp.ext: without params for Smaato, with the ad unit for Sovrn, only known members for Pangle', async (t) => {
  const ext = { gpid: 'g', tid: 't', ae: 1, svc: { options: {} } };
  const extFor = (definition: BidderDefinition, params: object) =>
    bodyFor(definition, { banner, ext, params }, { site: {} }).imp[0]?.ext;
  t.strictSame(extFor(smaato, { publisherId: 'p', adspaceId: 's' }), ext);
  const params = { tagid: '1', adunitcode: 'u' };
  t.strictSame(extFor(sovrn, params), { ...ext, bidder: params, adunitcode: 'u' });
  t.strictSame(extFor(sovrn, { tagid: '1' }), { ...ext, bidder: { tagid: '1' } });
  t.strictSame(extFor(pangle, { token: 't' }), {
    svc: { options: {} },
    ae: 1,
    bidder: { token: 't' },
    adtype: 1,
    is_prebid: true,
  });
});

t.test('Alliance Gravity: imp.ext has only the stored request id, and the headers one client address', async (t) => {
  const imp = { id: 'i1', banner, ext: { gpid: 'g', svc: { options: {} } }, params: { srid: 's' } };
  const device = { ip: '192.0.2.1', ipv6: '2001:db8::1' };
  const made = callsOf(bidderOf(allianceGravity), [imp], { device });
  t.strictSame(bodyOf(made).imp[0]?.ext, { bidder: {}, prebid: { storedrequest: { id: 's' } } });
  t.match(made.calls[0]?.headers.join('|'), /x-forwarded-for\|192\.0\.2\.1$/);
  t.notOk(made.calls[0]?.headers.includes(device.ipv6));
});

t.test("Rediads: imp.ext is sent without the host's namespace", async (t) => {
  const ext = { gpid: 'g', svc: { options: {} } };
  t.strictSame(bodyFor(rediads, { banner, ext, params: { account_id: 'a' } }).imp[0]?.ext, { gpid: 'g' });
  t.strictSame(bodyFor(rediads, { banner, params: { account_id: 'a' } }).imp[0]?.ext, {});
});

t.test('Unruly: imp.ext has only bidder; Nexx360: ext has only the caller', async (t) => {
  const extFor = (params: object) =>
    bodyFor(unruly, { banner, ext: { gpid: 'g' }, params }, { site: {} }).imp[0]?.ext as object;
  t.strictSame(extFor({ siteId: 7 }), { bidder: { siteId: 7, siteid: 0 } });
  t.strictSame(extFor({ siteid: 8 }), { bidder: { siteId: 0, siteid: 8 } });
  const { ext } = bodyFor(nexx360, { banner, params: { tagId: 't' } }, { ext: { other: 1 } });
  t.strictSame(ext, { nexx360: { caller: [{ name: 'Prebid-Server', version: '1.2.3' }] } });
});

t.test(
  'Rich Audience: a device needs an IP address, an ad a size, and a site gets the domain of its page',
  async (t) => {
    const params = { pid: 'p', supplyType: 'site' };
    const messagesOf = (imp: object, device?: object) =>
      asked(richaudience, [{ ...imp, params }], { request: device === undefined ? {} : { device } }).messages;
    t.match(
      [messagesOf({ banner }, { ua: 'u' }), messagesOf({ banner: {} }), messagesOf({ video: { w: 1 } })],
      wholeLists([[/address/], [/size/], [/h/]]),
    );
    t.strictSame(
      [messagesOf({ banner }), messagesOf({ banner }, { ipv6: 'a::1' }), messagesOf({ video: { w: 1, h: 1 } })],
      [[], [], []],
    );
    const siteOf = (site: object) => bodyFor(richaudience, { banner, params }, { site })['site'];
    t.match(siteOf({ page: 'https://a.example:81/x' }), { domain: 'a.example:81' });
    t.match(siteOf({ page: 'https://a.example/', domain: 'd' }), { domain: 'd' });
    t.match(siteOf({ page: 'x' }), { domain: undefined });
  },
);

t.test(
  'Triplelift native: the publisher or its parent account must be listed, and an imp needs an inventoryCode',
  async (t) => {
    const listed = '{"publisher_whitelist":["a","b"]}';
    const messagesOf = (publisher: object, inventoryCode = 'c', merged = { extraInfo: listed }) => {
      const imp = { native: { request: '{}' }, params: { inventoryCode } };
      return asked(tripleliftNative, [imp], { request: { site: { publisher } }, merged }).messages;
    };
    t.strictSame([messagesOf({ id: 'a' }), messagesOf({ id: 'x', ext: { svc: { parentAccount: 'b' } } })], [[], []]);
    t.match(
      [messagesOf({ id: 'a', ext: { svc: { parentAccount: 'x' } } }), messagesOf({ id: 'a' }, '')],
      wholeLists([[/list/], [/inventoryCode/]]),
    );
    const unknown = { extraInfo: '{"publisher_whitelist":["unknown"]}' };
    t.strictSame(messagesOf({}, 'c', unknown), []);
    t.match([messagesOf({}), messagesOf({ id: 'x' }, 'c', unknown)], wholeLists([[/list/], [/list/]]));
  },
);
