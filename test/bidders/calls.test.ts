/** The calls of bidders and their imps, beyond the recorded cases. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import adhese from '../../src/bidders/adhese.ts';
import adtelligent from '../../src/bidders/adtelligent.ts';
import alkimi from '../../src/bidders/alkimi.ts';
import bidstack from '../../src/bidders/bidstack.ts';
import bidmyadz from '../../src/bidders/bidmyadz.ts';
import cpmstar from '../../src/bidders/cpmstar.ts';
import emxDigital from '../../src/bidders/emx_digital.ts';
import gamma from '../../src/bidders/gamma.ts';
import impactify from '../../src/bidders/impactify.ts';
import kidoz from '../../src/bidders/kidoz.ts';
import marsmedia from '../../src/bidders/marsmedia.ts';
import revcontent from '../../src/bidders/revcontent.ts';
import sovrnXsp from '../../src/bidders/sovrnXsp.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyFor, bodyOf, callsOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

/** The URLs, headers and imps of the calls for these imps, and the problems. */
function asked(definition: BidderDefinition, imps: readonly ImpWithParams[], request: Partial<BidRequest> = {}) {
  const { calls, problems } = callsOf(bidderOf(definition), imps, request);
  return {
    uris: calls.map(({ uri }) => uri),
    headers: calls.map(({ headers }) => headers),
    impids: calls.map(({ impids }) => impids),
    messages: problems.map(({ message }) => message),
  };
}

t.test('EMX Digital: the URL has timeout and time, the headers the client, and secure follows the page', async (t) => {
  const params = { tagid: '25251' };
  const device = { ua: 'u', ip: '1.2.3.4', ipv6: 'a::1' };
  t.match(
    asked(emxDigital, [{ banner, params }], { tmax: 300, device }),
    wholeLists({
      uris: ['https://hb.emxdgt.com?t=300&ts=1767225600&src=pbserver'],
      headers: [['content-type', String, 'accept', String, 'user-agent', 'u', 'x-forwarded-for', '1.2.3.4']],
    }),
  );
  const secure = (request: Partial<BidRequest>) => bodyFor(emxDigital, { banner, params }, request).imp[0]?.secure;
  t.equal(secure({ site: { page: 'https://a.example' } }), 1);
  t.equal(secure({ app: { storeurl: 'https://a.example' } }), 1);
  t.equal(secure({ app: { domain: 'a.example', storeurl: 'https://a.example' } }), 0);
});

t.test('EMX Digital: a tag is a number, a video needs one dimension, a banner takes its first format', async (t) => {
  for (const tagid of ['', '0', 'x', '1.5', ' 7'])
    t.match(asked(emxDigital, [{ banner, params: { tagid } }]), wholeLists({ uris: [], messages: [/tagid/] }), tagid);
  const params = { tagid: '7' };
  const mimes = ['video/mp4'];
  t.match(asked(emxDigital, [{ video: { mimes }, params }]), wholeLists({ uris: [], messages: [/no size/] }));
  const { imp } = bodyFor(emxDigital, { banner: {}, video: { mimes, w: 640, protocols: [2, 7, 8] }, params });
  t.strictSame([imp[0]?.banner, imp[0]?.video], [{}, { mimes, w: 640, protocols: [2, 8] }]);
  const format = [
    { w: 320, h: 50 },
    { w: 300, h: 250 },
  ];
  t.strictSame(bodyFor(emxDigital, { banner: { format }, params }).imp[0]?.banner, {
    w: 320,
    h: 50,
    format: [format[1]],
  });
});

t.test('Kidoz: a banner needs a format; w and h are not enough', async (t) => {
  const params = { access_token: 't', publisher_id: 'p' };
  const imps = [
    { banner, params },
    { banner: { format: [banner] }, params },
    { video: {}, params },
  ];
  t.match(asked(kidoz, imps), wholeLists({ impids: [['i2'], ['i3']], messages: [/"i1": the banner has no format/] }));
});

t.test('imp.ext: Impactify gets the params only, CPMStar the whole ext with the params', async (t) => {
  const [ext, params] = [
    { gpid: 'g', data: {} },
    { appId: 'a', format: 'f', style: 's' },
  ];
  t.strictSame(bodyFor(impactify, { banner, ext, params: { ...params, other: 1 } }).imp[0]?.ext, { impactify: params });
  t.strictSame(bodyFor(cpmstar, { banner, ext, params: { placementId: 1 } }).imp[0]?.ext, { ...ext, placementId: 1 });
});

t.test('headers: Impactify gets one client address, Bidstack a content type without charset', async (t) => {
  const imps = [{ banner, params: { publisherId: 'p' } }];
  const headers = (definition: BidderDefinition, device = {}) => asked(definition, imps, { device }).headers[0];
  const version = ['x-openrtb-version', '2.5'];
  const both = headers(impactify, { ip: '1.2.3.4', ipv6: 'a::1' });
  t.strictSame(both?.slice(-4), [...version, 'x-forwarded-for', '1.2.3.4']);
  t.strictSame(headers(impactify, { ipv6: 'a::1' })?.slice(-4), [...version, 'x-forwarded-for', 'a::1']);
  t.strictSame(headers(bidstack), ['content-type', 'application/json', 'authorization', 'Bearer p']);
});

t.test('Alkimi: the params set instl, exp and the floor, unless the floor of the imp is in USD', async (t) => {
  const params = { token: 't', bidFloor: 2, instl: 1, exp: 60 };
  const { instl, exp, ext } = bodyFor(alkimi, { banner, ext: { gpid: 'g' }, params }).imp[0]!;
  t.strictSame({ instl, exp, ext }, { instl: 1, exp: 60, ext: { gpid: 'g', bidder: { ...params, adUnitCode: 'i1' } } });
  const silent = bodyFor(alkimi, { banner, instl: 1, params: { token: 't' } }).imp[0];
  const bidder = { token: 't', bidFloor: 0, instl: 0, exp: 0, adUnitCode: 'i1' };
  t.match(silent, { instl: 1, ext: { bidder } });
  const floor = (imp: ImpWithParams) => bodyFor(alkimi, { banner, params, ...imp }).imp[0]?.bidfloor;
  t.equal(floor({ bidfloor: 1, bidfloorcur: 'USD' }), 1);
  t.equal(floor({ bidfloor: 5 }), 2);
  t.equal(floor({ bidfloor: 5, params: { token: 't' } }), 5);
  for (const fraction of [{ instl: 0.5 }, { exp: 1.5 }, { exp: 1e300 }])
    t.match(
      asked(alkimi, [{ banner, params: { ...params, ...fraction } }]),
      wholeLists({ uris: [], messages: [/whole numbers/] }),
    );
});

t.test('BidMyAdz: a request has exactly one imp and a device with an address and a user agent', async (t) => {
  const device = { ua: 'u', ip: '1.2.3.4' };
  for (const known of [device, { ua: 'u', ipv6: '2001:db8::1' }])
    t.match(asked(bidmyadz, [{ banner }], { device: known }), wholeLists({ impids: [['i1']], messages: [] }));
  t.match(asked(bidmyadz, [{ banner }]), wholeLists({ impids: [], messages: [/device\.ua/] }));
  t.match(asked(bidmyadz, [{ banner }], { device: { ua: '', ip: '1.2.3.4' } }), { messages: [/device\.ua/] });
  t.match(asked(bidmyadz, [{ banner }], { device: { ua: 'u', ip: '', ipv6: '' } }), { messages: [/device\.ip/] });
  t.match(asked(bidmyadz, [{ banner }, { banner }], { device }), wholeLists({ impids: [], messages: [/one imp/] }));
});

t.test('Revcontent: an app needs a name, a site a domain', async (t) => {
  const known: Partial<BidRequest>[] = [{ app: { name: 'a' } }, { site: { domain: 'a.example' } }];
  for (const request of known) t.strictSame(asked(revcontent, [{ banner }], request).messages, []);
  for (const request of [{}, { app: { id: 'a' } }, { site: { page: 'https://a.example' } }])
    t.match(asked(revcontent, [{ banner }], request), wholeLists({ uris: [], messages: [/neither the name/] }));
});

t.test('Adhese: a target SL in the params replaces the slot', async (t) => {
  const params = { account: 'a', location: 'l', format: 'f', targets: { SL: ['other'], ci: ['gent'] } };
  t.strictSame(bodyFor(adhese, { banner, params }).imp[0]?.ext, { adhese: { SL: ['other'], ci: ['gent'] } });
});

t.test('Gamma: the headers describe the client', async (t) => {
  const device = { ua: 'u', ip: '1.2.3.4', language: 'en', dnt: 1 } as const;
  const fromDevice = ['user-agent', 'u', 'x-forwarded-for', '1.2.3.4', 'accept-language', 'en', 'dnt', '1'];
  const [headers] = asked(gamma, [{ banner, params: { id: 'a', zid: 'b', wid: 'c' } }], { device }).headers;
  t.strictSame(headers, ['x-openrtb-version', '2.5', 'accept', '*/*', 'cache-control', 'no-cache', ...fromDevice]);
});

t.test("Mars Media: the URL has the first imp's zone, and a banner the size of its first format", async (t) => {
  const own = { banner: { w: 1, h: 2, format: [banner] }, params: { zoneId: 7 } };
  t.match(asked(marsmedia, [own, { banner }]).uris, wholeLists([/&zone=7$/]));
  t.match(asked(marsmedia, [{ banner }, own]), wholeLists({ impids: [['i2']], messages: ['Zone is empty'] }));
  t.match(bodyFor(marsmedia, own).imp[0]?.banner, banner);
});

t.test('Adtelligent: aid is sent as a number even if the params have it as text', async (t) => {
  const imps = [{ aid: '7', siteId: 1 }, { aid: 7 }, { aid: 'x' }, { aid: '' }, {}].map((params) => ({
    banner,
    params,
  }));
  t.match(
    asked(adtelligent, imps),
    wholeLists({
      uris: ['http://ghb.adtelligent.com/pbs/ortb?aid=7'],
      impids: [['i1', 'i2']],
      messages: [/"i3": the param aid/, /"i4"/, /"i5"/],
    }),
  );
  t.strictSame(bodyFor(adtelligent, imps[0]!).imp[0]?.ext, { adtelligent: { aid: 7, siteId: 1 } });
  const known = { aid: 7, placementId: 2, siteId: 1, bidFloor: 0.5 };
  const [imp] = bodyFor(adtelligent, { banner, params: { ...known, other: 1 } }).imp;
  t.strictSame(imp?.ext, { adtelligent: known });
});

t.test('Sovrn XSP: the last pub_id and the last med_id of the imps are used', async (t) => {
  const imps = [{ pub_id: '1111', med_id: 'a' }, { pub_id: '2222', med_id: 'b' }, { pub_id: '3333' }];
  const calls = callsOf(
    bidderOf(sovrnXsp),
    imps.map((params, at) => ({ id: `i${at}`, banner, params })),
    { app: { id: 'x' } },
  );
  t.strictSame(bodyOf(calls)['app'], { id: 'b', publisher: { id: '3333' } });
});
