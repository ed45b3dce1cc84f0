/** Calls as in the public adapters. No recorded case covers it. */
import t from 'tap';
import adprime from '../../src/bidders/adprime.ts';
import aduptech from '../../src/bidders/aduptech.ts';
import connectad from '../../src/bidders/connectad.ts';
import displayio from '../../src/bidders/displayio.ts';
import goldbach from '../../src/bidders/goldbach.ts';
import inmobi from '../../src/bidders/inmobi.ts';
import outbrain from '../../src/bidders/outbrain.ts';
import pgamssp from '../../src/bidders/pgamssp.ts';
import rtbhouse from '../../src/bidders/rtbhouse.ts';
import scalibur from '../../src/bidders/scalibur.ts';
import seedtag from '../../src/bidders/seedtag.ts';
import telaria from '../../src/bidders/telaria.ts';
import vungle from '../../src/bidders/vungle.ts';
import yieldmo from '../../src/bidders/yieldmo.ts';
import zmaticoo from '../../src/bidders/zmaticoo.ts';
import { bidderOf, bodyOf, callsFor, callsOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

t.test('Adprime: imp.ext has only the tag, and audiences are sent only for a site', async (t) => {
  const imp = { banner, ext: { gpid: 'g' }, params: { TagID: 't', audiences: ['a', 'b'], other: 1 } };
  const onSite = bodyOf(callsFor(adprime, [imp], { site: {}, user: { id: 'u' } }));
  t.strictSame(onSite.imp[0]?.ext, { bidder: { TagID: 't', placementId: 't' } });
  t.strictSame(onSite['user'], { id: 'u', customdata: 'a,b' });
  t.strictSame(bodyOf(callsFor(adprime, [imp], { app: {}, user: { id: 'u' } }))['user'], { id: 'u' });
});

const telariaBody = (more: object) =>
  bodyOf(callsFor(telaria, [{ video: {}, tagid: 't', params: { seatCode: 's', ...more } }], { ext: { a: 1 } }));

t.test('Telaria: tagid is removed, and ext is kept unless the params have extra', async (t) => {
  const bare = telariaBody({});
  t.strictSame(bare['ext'], { a: 1 });
  t.equal(bare.imp[0]?.tagid, undefined);
  t.strictSame(bare.imp[0]?.ext, { originalTagid: 't', originalPublisherid: '' });
  t.strictSame(telariaBody({ extra: { b: 2 } })['ext'], { extra: { b: 2 } });
});

t.test(
  'Display.io: OpenRTB 2.5 is sent, and a floor is converted to USD; without one bidfloorcur is USD',
  async (t) => {
    const params = { publisherId: 'p', inventoryId: 'i', placementId: 'p' };
    const floorOf = (imp: object) => bodyOf(callsFor(displayio, [{ banner, params, ...imp }])).imp[0];
    t.match(callsFor(displayio, [{ banner, params }]).calls[0]?.headers.join('|'), /x-openrtb-version\|2\.5$/);
    t.match(floorOf({ bidfloorcur: 'EUR' }), { bidfloorcur: 'USD' });
    t.match(floorOf({ bidfloor: 5, bidfloorcur: 'EUR' }), { bidfloor: 6.25, bidfloorcur: 'USD' });
  },
);

t.test('Goldbach: publisherId and slotId are required, and empty targeting is left out', async (t) => {
  const slot = { publisherId: 'p', slotId: 's' };
  t.match(
    callsFor(goldbach, [{ banner, params: { slotId: 's' } }]),
    wholeLists({
      calls: [],
      problems: [{ message: /publisherId/ }],
    }),
  );
  t.match(
    callsFor(goldbach, [{ banner, params: { publisherId: 'p' } }]),
    wholeLists({
      calls: [],
      problems: [{ message: /slotId/ }],
    }),
  );
  const [imp] = bodyOf(callsFor(goldbach, [{ banner, params: { ...slot, customTargeting: {} } }])).imp;
  t.strictSame(imp?.ext, { goldbach: { slotId: 's' } });
  t.equal(goldbach.adapter.paramsFault({ ...slot, customTargeting: { a: 'x', b: ['y'] } }), undefined);
  t.match(goldbach.adapter.paramsFault({ ...slot, customTargeting: { a: 1 } }), /customTargeting/);
});

t.test('zMaticoo: a request is refused if one imp lacks pubId or zoneId', async (t) => {
  const params = { pubId: 'p', zoneId: 'z' };
  for (const missing of ['pubId', 'zoneId']) {
    const { calls, problems } = callsFor(zmaticoo, [
      { banner, params },
      { banner, params: { ...params, [missing]: '' } },
    ]);
    t.match([calls.length, problems], wholeLists([0, [{ code: 2, message: new RegExp(missing) }]]));
  }
});

/** The imp sent to Scalibur for a banner with this floor and these params. */
function scaliburImp(floor: object, more: object) {
  const imp = { banner, ...floor, params: { placementId: 'p', ...more } };
  return bodyOf(callsFor(scalibur, [imp], { cur: ['EUR'] })).imp[0];
}

t.test("Scalibur: a floor of the params is in their currency, else in the imp's, and is sent in USD", async (t) => {
  const inEuro = { bidfloor: 2, bidfloorcur: 'EUR' };
  t.match(scaliburImp(inEuro, { bidfloor: 4 }), { bidfloor: 5, bidfloorcur: 'USD', ext: { bidfloor: 5 } });
  t.match(scaliburImp(inEuro, { bidfloor: 4, bidfloorcur: 'USD' }), { bidfloor: 4, bidfloorcur: 'USD' });
  t.match(scaliburImp(inEuro, { bidfloorcur: 'USD' }), { bidfloor: 2.5, bidfloorcur: 'USD' });
  t.match(scaliburImp({}, { bidfloor: 4 }), { bidfloor: 4, bidfloorcur: 'USD' });
});

t.test('Scalibur: cur is not sent, and an imp without a placement is left out', async (t) => {
  const made = callsFor(
    scalibur,
    [
      { banner, params: {} },
      { banner, params: { placementId: 'p' } },
    ],
    { cur: ['EUR'] },
  );
  t.match(made.problems, wholeLists([{ code: 2, message: /placementId/ }]));
  t.strictSame(made.calls[0]?.impids, ['i2']);
  t.equal(bodyOf({ ...made, problems: [] })['cur'], undefined);
});

t.test('ConnectAd: a banner without a size is refused even in an interstitial', async (t) => {
  const params = { networkId: 1, siteId: 2 };
  t.match(
    callsFor(connectad, [{ banner: {}, instl: 1, params }]),
    wholeLists({
      calls: [],
      problems: [{ code: 2, message: /size/ }],
    }),
  );
  const [imp] = bodyOf(callsFor(connectad, [{ banner: { format: [{ w: 1, h: 2 }] }, params }])).imp;
  t.strictSame(imp?.banner, { w: 1, h: 2 });
});

t.test('RTB House: the first publisherId of the imps is used for all', async (t) => {
  const imps = ['', 'p', 'q'].map((publisherId) => ({ banner, params: { publisherId } }));
  const publisher = { ext: { prebid: { publisherId: 'p' } } };
  t.strictSame(bodyOf(callsFor(rtbhouse, imps, { app: { bundle: 'b' } }))['app'], { bundle: 'b', publisher });
  t.strictSame(bodyOf(callsFor(rtbhouse, imps))['site'], { publisher });
});

t.test('Seedtag: an imp needs an adUnitId, or a publisherId with integrationType ronId', async (t) => {
  const all = [{ publisherId: 'p' }, { integrationType: 'ronId', adUnitId: 'u' }, { adUnitId: 'u' }];
  const made = callsFor(
    seedtag,
    [...all, { integrationType: 'ronId', publisherId: 'p' }].map((params) => ({ banner, params })),
  );
  t.match(
    made.problems,
    wholeLists([
      { code: 2, message: /"i1".*adUnitId/ },
      { code: 2, message: /"i2".*publisherId/ },
    ]),
  );
  t.strictSame(made.calls[0]?.impids, ['i3', 'i4']);
});

t.test('AdUp Tech: a floor without a currency is not converted', async (t) => {
  const target = { extraInfo: '{"target_currency": "PLN"}' };
  const { calls, problems } = callsOf(bidderOf(aduptech, target), [{ id: 'i1', banner, bidfloor: 5, params: {} }]);
  t.match([calls.length, problems], wholeLists([1, []]));
  const [imp] = bodyOf(callsFor(aduptech, [{ banner, bidfloor: 5, params: {} }])).imp;
  t.strictSame([imp?.bidfloor, imp?.bidfloorcur], [5, undefined]);
});

t.test('PGAM SSP and Yieldmo: a floor without a conversion rate is sent unchanged', async (t) => {
  for (const [bidfloorcur, expected] of [
    ['EUR', { bidfloor: 5, bidfloorcur: 'USD' }],
    ['PLN', { bidfloor: 4, bidfloorcur: 'PLN' }],
  ] as const) {
    const imp = { banner, bidfloor: 4, bidfloorcur, params: { placementId: 'p' } };
    t.match(bodyOf(callsFor(pgamssp, [imp])).imp[0], expected);
    t.match(bodyOf(callsFor(yieldmo, [imp])).imp[0], expected);
  }
});

t.test("Outbrain: the publisher is that of the last imp's params, with known members only", async (t) => {
  const publishers = [{ id: 'a' }, { id: 'b', name: 'n', domain: 'd', ext: { own: 1 } }];
  const imps = publishers.map((publisher) => ({ banner, params: { publisher } }));
  const site = { page: 'p', publisher: { id: 'own', ext: {} } };
  t.strictSame(bodyOf(callsFor(outbrain, imps, { site }))['site'], {
    page: 'p',
    publisher: { id: 'b', name: 'n', domain: 'd' },
  });
});

t.test("Vungle: imp.ext has only the host's namespace, ae, the params and vungle", async (t) => {
  const params = { app_store_id: 'a', placement_reference_id: 'p' };
  const svc = { is_rewarded_inventory: 1 };
  const imp = { video: {}, ext: { svc, ae: 1, gpid: 'g', data: { own: 1 } }, params };
  t.strictSame(bodyOf(callsFor(vungle, [imp], { app: {}, user: { buyeruid: 'u' } })).imp[0]?.ext, {
    svc,
    ae: 1,
    bidder: params,
    vungle: { bid_token: 'u', ...params },
  });
});

t.test('InMobi: only the first imp needs a plc', async (t) => {
  const [named, bare] = [
    { banner, params: { plc: 'p' } },
    { banner, params: {} },
  ];
  t.match(callsFor(inmobi, [named, bare]), wholeLists({ calls: [{ impids: ['i1', 'i2'] }], problems: [] }));
  t.match(callsFor(inmobi, [bare, named]), wholeLists({ calls: [], problems: [{ code: 2, message: /'plc'/ }] }));
});
