/** Calls of plain bidders, beyond the recorded cases: URLs, bodies, refused imps. */
import t from 'tap';
import adf from '../../src/bidders/adf.ts';
import adkernelAdn from '../../src/bidders/adkernelAdn.ts';
import beintoo from '../../src/bidders/beintoo.ts';
import concert from '../../src/bidders/concert.ts';
import connectad from '../../src/bidders/connectad.ts';
import elementaltv from '../../src/bidders/elementaltv.ts';
import fwssp from '../../src/bidders/fwssp.ts';
import imds from '../../src/bidders/imds.ts';
import operaads from '../../src/bidders/operaads.ts';
import ownadx from '../../src/bidders/ownadx.ts';
import resetdigital from '../../src/bidders/resetdigital.ts';
import teads from '../../src/bidders/teads.ts';
import trafficgate from '../../src/bidders/trafficgate.ts';
import ucfunnel from '../../src/bidders/ucfunnel.ts';
import yahooAds from '../../src/bidders/yahooAds.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { addressed, bidderOf, bodyFor, bodyOf, callsOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

t.test('ucfunnel: the path has the partnerid of the first imp with both params', async (t) => {
  const known = { partnerid: 'par/1', adunitid: 'ad' };
  t.match(
    addressed(ucfunnel, [known, { partnerid: 'other' }]),
    wholeLists({
      uris: ['https://pbs.aralego.com/prebid/par%2F1/request'],
      messages: [],
    }),
  );
  t.match(
    addressed(ucfunnel, [{ partnerid: 'p' }, known]),
    wholeLists({ uris: [/par%2F1/], messages: [/lack partnerid or adunitid/] }),
  );
  t.match(
    addressed(ucfunnel, [{ partnerid: 'p' }]),
    wholeLists({ uris: [], messages: [/lack partnerid or adunitid/] }),
  );
});

t.test('TrafficGate: imps with the same host and placement share a call', async (t) => {
  const all = [
    { host: 'h', placementId: '1', customParams: { a: 1 } },
    { placementId: '1', host: 'h' },
    { host: 'h', placementId: '2' },
  ];
  const imps = all.map((params, at) => ({ id: `i${at + 1}`, banner, params }));
  const { calls } = callsOf(bidderOf(trafficgate), imps);
  t.strictSame(
    calls.map(({ impids, headers }) => [impids, headers[1]]),
    [
      [['i1', 'i2'], 'application/json'],
      [['i3'], 'application/json'],
    ],
  );
});

t.test('OwnAdx: imps with the same seat, SSP and token share a call', async (t) => {
  const params = { seatId: 's', sspId: 'p', tokenId: 't' };
  t.strictSame(
    addressed(ownadx, [params, { tokenId: 't', other: 1, sspId: 'p', seatId: 's' }, { ...params, tokenId: 'u' }]),
    {
      uris: ['s/p?token=t', 's/p?token=u'].map((rest) => `https://pbs.prebid-ownadx.com/bidder/bid/${rest}`),
      messages: [],
    },
  );
});

t.test("Concert: ext has the first imp's partnerId and the adapter version", async (t) => {
  const { ext } = bodyFor(concert, { banner, params: { partnerId: 'p' } }, { ext: { a: 1 } });
  t.strictSame(ext, { a: 1, adapterVersion: '1.0.0', partnerId: 'p' });
});

/** The tagid sent to Adform for an imp with a tagid of its own. */
const tagOf = (params: object) => bodyFor(adf, { banner, tagid: 'own', params }).imp[0]?.tagid;

t.test('Adform: tagid is the mid of the params, or absent', async (t) => {
  t.strictSame([tagOf({ mid: 7 }), tagOf({ inv: 1, mname: 'm' })], ['7', undefined]);
});

t.test('FreeWheel and Teads: imp.ext has only the params', async (t) => {
  const ext = { gpid: 'g', data: { a: 1 } };
  const extOf = (definition: BidderDefinition, params: object) =>
    bodyFor(definition, { banner, ext, params }).imp[0]?.ext;
  const section = { custom_site_section_id: 's', network_id: 'n', profile_id: 'p' };
  t.strictSame(extOf(fwssp, { ...section, other: 1 }), section);
  t.strictSame(extOf(teads, { placementId: 7 }), { kv: { placementId: 7 } });
});

t.test('ElementalTV: the OpenRTB version is sent, and an imp without an adunit is left out', async (t) => {
  const imps = [{ adunit: '' }, { adunit: 'u' }].map((params, at) => ({ id: `i${at + 1}`, banner, params }));
  const { calls, problems } = callsOf(bidderOf(elementaltv), imps);
  t.match(calls, wholeLists([{ impids: ['i2'], headers: [/./, /./, /./, /./, 'x-openrtb-version', '2.6'] }]));
  t.match(problems, wholeLists([{ message: /"i1": the params lack adunit/ }]));
});

t.test('iMDS: an imp needs a seat and a tag, and the first with both gives the seat of the call', async (t) => {
  const all = [{ seatId: 's' }, { tagId: 't' }, { seatId: 's3', tagId: 't3' }, { seatId: 's4', tagId: 't4' }];
  const imps = all.map((params, at) => ({ id: `i${at + 1}`, banner, params }));
  const asked = callsOf(bidderOf(imds), imps);
  t.match(asked.calls, wholeLists([{ uri: /\/bids\/s3\?/, impids: ['i3', 'i4'] }]));
  t.match(bodyOf(asked), wholeLists({ ext: { seatId: 's3' }, imp: [{ tagid: 't3' }, { tagid: 't4' }] }));
  t.match(asked.problems, wholeLists([{ message: /"i1".*tagId/ }, { message: /"i2".*seatId/ }]));
});

t.test('AdKernel Adn: a site is sent without its domain, an app with it', async (t) => {
  const place = { id: 'x', domain: 'd.test', publisher: { id: 'p' } };
  const imp = { banner, params: { pubId: 1 } };
  t.strictSame(bodyFor(adkernelAdn, imp, { site: place })['site'], { id: 'x' });
  t.strictSame(bodyFor(adkernelAdn, imp, { app: place })['app'], { id: 'x', domain: 'd.test' });
});

/** Language, address and dnt in the headers of the call for one banner imp; values of one name are joined. */
function headersOf(definition: BidderDefinition, params: object, request: Partial<BidRequest>) {
  const { calls } = callsOf(bidderOf(definition), [{ id: 'i1', banner, params }], request);
  const headers = new Headers();
  for (const [at, value] of calls[0]!.headers.entries())
    if (at % 2 === 1) headers.append(calls[0]!.headers[at - 1]!, value);
  return ['accept-language', 'x-forwarded-for', 'dnt'].map((name) => headers.get(name));
}

const both = { ip: '192.0.2.1', ipv6: '2001:db8::1', language: 'it' };

t.test('Beintoo: a tag must be a number, and the headers have the language and the IPv4 address', async (t) => {
  const { messages } = addressed(beintoo, [{ tagid: 'x' }, { tagid: '0' }, { tagid: '12' }]);
  t.match(messages, wholeLists([/"i1": the param tagid/, /"i2": the param tagid/]));
  t.strictSame(headersOf(beintoo, { tagid: '12' }, { device: both }), ['it', '192.0.2.1', null]);
});

t.test('Beintoo: a banner without a size is refused', async (t) => {
  const imps = [{}, { w: 300, h: 250 }, { format: [{ w: 300, h: 250 }] }].map((banner, at) => ({
    id: `i${at}`,
    banner,
  }));
  const { calls, problems } = callsOf(
    bidderOf(beintoo),
    imps.map((imp) => ({ ...imp, params: { tagid: '12' } })),
  );
  t.match(
    [calls.map(({ impids }) => impids), problems],
    wholeLists([[['i1', 'i2']], [{ code: 2, message: /"i0".*no size/ }]]),
  );
});

t.test('ConnectAd: an imp needs a numeric siteId, and the headers have one address and dnt', async (t) => {
  const sites = [0, '', 'x', '1.5', '00', 7, '8'].map((siteId) => ({ siteId }));
  const { messages } = addressed(connectad, sites);
  t.match(messages, wholeLists([1, 2, 3, 4, 5].map((at) => new RegExp(`"i${at}".*siteId`))));
  t.strictSame(headersOf(connectad, { siteId: 7 }, { device: both }), ['it', '192.0.2.1', '0']);
  t.strictSame(headersOf(connectad, { siteId: 7 }, { device: { ipv6: both.ipv6, dnt: 1 } }), [null, both.ipv6, '1']);
  t.strictSame(headersOf(connectad, { siteId: 7 }, {}), [null, null, null]);
});

t.test('Reset Digital: only one imp is accepted, and its own tagid and currency are kept', async (t) => {
  const params = { placement_id: 'p' };
  t.match(addressed(resetdigital, [params, params]), wholeLists({ uris: [], messages: [/one imp/] }));
  const body = bodyFor(resetdigital, { banner, tagid: 'own', params }, { cur: [' eur', 'x'] });
  t.match([body['cur'], body.imp[0]?.tagid], wholeLists([['EUR'], 'own']));
  t.match(bodyFor(resetdigital, { banner, params }), wholeLists({ cur: ['USD'], imp: [{ tagid: 'p' }] }));
});

t.test('Opera Ads: a request needs device.os, and a native request is wrapped in `native`', async (t) => {
  const imp = {
    id: 'i1',
    native: { request: '{"ver":"1.2"}' },
    params: { placementId: 'p', endpointId: 'e', publisherId: 'u' },
  };
  const { calls, problems } = callsOf(bidderOf(operaads), [imp, { ...imp, id: 'i2' }], { device: { ua: 'x' } });
  t.match([calls, problems], wholeLists([[], [{ code: 2, message: /device.os/ }]]));
  t.equal(problems.length, 1);
  const body = bodyFor(operaads, imp, { device: { os: 'android' } });
  t.equal(body.imp[0]?.native?.request, '{"native":{"ver":"1.2"}}');
});

t.test('Opera Ads: an interstitial banner without a size is left out, and the video is sent', async (t) => {
  const imp = { banner: {}, instl: 1 as const, params: { placementId: 'p', endpointId: 'e', publisherId: 'u' } };
  const request = { device: { os: 'android' } };
  t.match(
    callsOf(bidderOf(operaads), [imp], request),
    wholeLists({ calls: [], problems: [{ code: 2, message: /no size/ }] }),
  );
  const { calls, problems } = callsOf(bidderOf(operaads), [{ ...imp, video: { mimes: ['m'] } }], request);
  t.strictSame([calls.flatMap(({ impids }) => impids), problems], [['i1:opa:video'], []]);
});

t.test('AdKernel Adn: imps with the same pubId share a call', async (t) => {
  const { uris } = addressed(adkernelAdn, [{ pubId: 1 }, { pubId: 2, x: 1 }, { pubId: 1, x: 2 }]);
  t.strictSame(
    uris,
    [1, 2].map((id) => `https://pbs2.adksrv.com/rtbpub?account=${id}`),
  );
});

t.test('Yahoo: GPP is moved to its OpenRTB 2.6 place', async (t) => {
  const params = { dcn: 'd', pos: 'p' };
  const sentRegs = (regs: BidRequest['regs']) => bodyFor(yahooAds, { banner, params }, { regs: regs! })['regs'];
  const ext = { gpp: 'DBAA', gpp_sid: [6] };
  t.strictSame(sentRegs({ ext: { ...ext, gpc: '1' } }), { gpp: 'DBAA', gpp_sid: [6], ext: { gpc: '1' } });
  t.strictSame(sentRegs({ gpp: 'DBAB', gpp_sid: [2], ext }), { gpp: 'DBAB', gpp_sid: [2] });
  t.strictSame(sentRegs({ gdpr: 1, ext: { gpc: '1' } }), { gdpr: 1, ext: { gpc: '1' } });
});
