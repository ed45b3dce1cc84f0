/** Magnite (Rubicon): media types, first-party data and devices of calls, beyond the recorded cases. */
import t from 'tap';
import rubicon from '../../src/bidders/rubicon.ts';
import type { Imp } from '../../src/openrtb/imp.ts';
import type { JsonObject } from '../../src/openrtb/json-object.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const video = { mimes: ['video/mp4'], protocols: [2], maxduration: 30, linearity: 1 };
const native = { ver: '1.2', request: '{"eventtrackers":[],"plcmttype":1}' };
const ids = { accountId: 1, siteId: 2, zoneId: 3 };

/** The imps of the calls for one imp with these params, their types, and the problems. */
function asked(imp: ImpWithParams, params: object = {}) {
  const { calls, problems } = callsOf(bidderOf(rubicon), [{ id: 'i1', ...imp, params: { ...ids, ...params } }]);
  const imps = calls.map(({ body }) => (JSON.parse(body) as { imp: [Imp] }).imp[0]);
  const kinds = imps.map((imp) => (['banner', 'video', 'native'] as const).filter((type) => imp[type]).join());
  return { imps, kinds, messages: problems.map(({ message }) => message) };
}

/** The body for one banner in this request. */
const bodyIn = (request: Partial<BidRequest>, ext: JsonObject = {}, params: object = {}) =>
  bodyOf(callsOf(bidderOf(rubicon), [{ id: 'i1', banner, ext, params: { ...ids, ...params } }], request));

const targetIn = (...given: Parameters<typeof bodyIn>) =>
  (bodyIn(...given).imp[0] as { ext: { rp: { target: JsonObject } } }).ext.rp.target;

t.test('an imp is sent as one media type, and only faults of that type count', async (t) => {
  t.strictSame(asked({ video: { mimes: ['m'] }, native: { request: 'x' } }), { ...asked({ video: { mimes: ['m'] } }) });
  t.strictSame(asked({ banner, native: { request: 'x' } }).kinds, ['banner']);
  t.match(asked({ banner: {} }), wholeLists({ kinds: [], messages: [/no size/] }));
  t.match(asked({ native: { request: 'x' } }), wholeLists({ kinds: [], messages: [/native/] }));
});

t.test('with bidonmultiformat each type has its own call, and an invalid one is left out alone', async (t) => {
  const apart = { bidonmultiformat: true };
  t.strictSame(asked({ banner, video, native }, apart).kinds, ['banner', 'video', 'native']);
  t.strictSame(asked({ banner: {}, video, native: { request: 'x' } }, apart).kinds, ['video']);
});

t.test('a native request before version 1.2 is not changed', async (t) => {
  t.strictSame(asked({ native: { ...native, ver: '1.1' } }).imps[0]?.native, { ...native, ver: '1.1' });
  t.match(asked({ native }).imps[0]?.native, { request_native: { plcmttype: 1 } });
});

t.test('a rewarded video has videotype rewarded, another type has rwdd', async (t) => {
  const { imps } = asked({ banner, video, rwdd: 1 }, { bidonmultiformat: true });
  t.strictSame(
    imps.map(({ rwdd, video }) => [rwdd, video?.ext?.['videotype']]),
    [
      [1, undefined],
      [undefined, 'rewarded'],
    ],
  );
});

t.test('targeting merges params, site and imp data as lists of texts, with one name for the slot', async (t) => {
  const site = { page: 'p', ext: { data: { a: 'site', b: 'site' } } };
  const inventory = { a: ['params'], c: [true], d: [1] };
  const data = { b: 'imp', page: 'imp', pbadslot: 'pb', adserver: { name: 'gam', adslot: 'gam' } };
  const target = targetIn({ site }, { data, rp: { target: { e: 'kept' } } }, { inventory, keywords: ['k'] });
  t.match(
    target,
    wholeLists({ a: ['site'], b: ['imp'], c: ['true'], e: 'kept', keywords: ['k'], page: ['imp'], pbadslot: 'pb' }),
  );
  t.strictSame([target['d'], target['dfp_ad_unit_code']], [undefined, undefined]);
  t.match(targetIn({}, { data: { adserver: { name: 'gam', adslot: 'gam' } } }), { dfp_ad_unit_code: 'gam' });
});

t.test('user, device and app have only known ext members', async (t) => {
  const data = [{ ext: { segtax: 1 }, segment: [{ id: 's' }] }];
  const body = bodyIn(
    {
      user: { consent: 'c', eids: [], ext: { data: { a: 'user' }, other: 1 } as JsonObject },
      device: { pxratio: 2, ext: { atts: 3 } },
      app: { content: { data } },
    } as Partial<BidRequest>,
    {},
    { visitor: { a: ['params'], b: ['params'] } },
  );
  t.strictSame(body['user'], { ext: { consent: 'c', eids: [], rp: { target: { a: ['user'], b: ['params'] } } } });
  t.strictSame(body['device'], { pxratio: 2, ext: { rp: { pixelratio: 2 } } });
  t.strictSame((body['app'] as JsonObject)['ext'], { rp: { site_id: 2 } });
});

t.test('fields that OpenRTB 2.6 moved are sent only in their older place', async (t) => {
  const schain = { ver: '1.0', complete: 1 as const, nodes: [] };
  const { regs, source } = bodyIn({ regs: { coppa: 0, gdpr: 1, us_privacy: '1YNN' }, source: { tid: 't', schain } });
  t.strictSame(regs, { coppa: 0, ext: { gdpr: 1, us_privacy: '1YNN' } });
  t.strictSame(source, { tid: 't', ext: { schain } });
});
