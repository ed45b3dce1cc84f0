/** What becomes of imps and requests where no recorded case shows it. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import across from '../../src/bidders/33across.ts';
import appnexus from '../../src/bidders/appnexus.ts';
import audienceNetwork from '../../src/bidders/audienceNetwork.ts';
import beachfront from '../../src/bidders/beachfront.ts';
import conversant from '../../src/bidders/conversant.ts';
import freewheelssp from '../../src/bidders/freewheelssp.ts';
import grid from '../../src/bidders/grid.ts';
import gumgum from '../../src/bidders/gumgum.ts';
import improvedigital from '../../src/bidders/improvedigital.ts';
import rtbhouse from '../../src/bidders/rtbhouse.ts';
import rubicon from '../../src/bidders/rubicon.ts';
import sharethrough from '../../src/bidders/sharethrough.ts';
import sovrn from '../../src/bidders/sovrn.ts';
import taboola from '../../src/bidders/taboola.ts';
import teads from '../../src/bidders/teads.ts';
import yahooAds from '../../src/bidders/yahooAds.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const secrets = { platformId: 'p', credentials: { appSecret: 's' } };

/** The body for one imp. */
function bodyFor(definition: BidderDefinition, imp: ImpWithParams, request: Partial<BidRequest> = {}) {
  return bodyOf(callsOf(bidderOf(definition, secrets), [imp], request));
}

/** The ids of the imps that are asked for, and the messages about the others. */
function outcome(definition: BidderDefinition, imps: readonly ImpWithParams[], request: Partial<BidRequest> = {}) {
  const { calls, problems } = callsOf(bidderOf(definition, secrets), imps, request);
  return [calls.flatMap(({ impids }) => impids), problems.map(({ message }) => message)] as const;
}

t.test('an imp that cannot be used is left out, the others go on', async (t) => {
  const cases: [BidderDefinition, ImpWithParams, ImpWithParams, RegExp][] = [
    [sovrn, { banner, params: {} }, { banner, params: { tagId: 't' } }, /Missing required parameter 'tagid'/],
    [
      sovrn,
      { video: { mimes: ['m'] }, params: { tagid: 't' } },
      { banner, params: { tagid: 't' } },
      /Missing required video parameter/,
    ],
    [across, { native: {}, params: {} }, { banner, params: {} }, /At least one of \[banner, video\]/],
    [across, { video: { w: 1, h: 1 }, params: {} }, { banner, params: {} }, /w, h, protocols, mimes, playbackmethod/],
    [
      teads,
      { banner, params: { placementId: 0 } },
      { banner, params: { placementId: 1 } },
      /placementId should not be 0/,
    ],
    [
      teads,
      { banner, params: { placementId: 'x' } },
      { banner, params: { placementId: 1 } },
      /placementId has another type/,
    ],
    [grid, { banner, params: { keywords: {} } }, { banner, params: { uid: 1 } }, /uid is empty/],
    [yahooAds, { banner: { w: 0, h: 9 }, params: {} }, { banner, params: {} }, /banner has no size/],
    [
      appnexus,
      { banner, params: { placement_id: 'x' } },
      { banner, params: { placement_id: '7' } },
      /placement_id must/,
    ],
    [
      appnexus,
      { banner, params: { placementId: '1e400' } },
      { banner, params: { placementId: 7 } },
      /placementId must/,
    ],
    [freewheelssp, { video: {}, params: { zoneId: ' ' } }, { video: {}, params: { zoneId: '7' } }, /zoneId must be/],
    [
      rubicon,
      { banner, params: { accountId: 1, siteId: 2, zoneId: '9'.repeat(17) } },
      { banner, params: { accountId: 1, siteId: '2', zoneId: 3 } },
      /accountId, siteId and zoneId must be whole numbers/,
    ],
  ];
  for (const [definition, bad, good, message] of cases) {
    const [asked, told] = outcome(definition, [
      { id: 'bad', ...bad },
      { id: 'good', ...good },
    ]);
    t.same(asked, ['good'], definition.code);
    t.equal(told.length, 1);
    t.match(told[0], message);
  }
});

t.test('what one imp adds to a call of its own does not reach the next', async (t) => {
  const { calls } = callsOf(
    bidderOf(sharethrough),
    [
      { id: 'i1', banner, video: {}, params: { pkey: 'a', bcat: ['IAB1'] } },
      { id: 'i2', banner, params: { pkey: 'b', badv: ['acme.com'] } },
    ],
    { bcat: ['IAB2'], source: { tid: 't', ext: { schain: {} } } },
  );
  const bodies = calls.map(({ body }) => JSON.parse(body) as BidRequest);
  t.same(
    bodies.map(({ bcat, badv, imp }) => [bcat, badv, imp?.map(({ banner, video }) => [!!banner, !!video])]),
    [
      [['IAB2', 'IAB1'], undefined, [[true, false]]],
      [['IAB2', 'IAB1'], undefined, [[false, true]]],
      [['IAB2'], ['acme.com'], [[true, false]]],
    ],
  );
  t.same(bodies[0]?.source, { tid: 't', ext: { schain: {}, str: '10.0', version: '1.2.3' } });
});

t.test('33Across is told who called, and of no other extension but its own', async (t) => {
  const ext = { svc: { channel: { name: 'c' } }, ttx: { caller: [{ name: 'x' }] } };
  const body = bodyFor(across, { banner, ext: { gpid: 'g' }, params: { productId: 'siab', siteId: 's' } }, { ext });
  t.same(body['ext'], { ttx: { caller: [{ name: 'x' }, { name: 'Prebid-Server', version: 'n/a' }] } });
  t.same(body.imp[0]?.ext, { ttx: { prod: 'siab', zoneid: 's' } });
});

t.test('GumGum reports the biggest format of a slot, and the product', async (t) => {
  const format = [
    { w: 320, h: 50 },
    { w: 300, h: 600 },
    { w: 600, h: 300 },
    { w: 90, h: 600 },
  ];
  const slot = bodyFor(
    gumgum,
    { banner: { format }, params: { zone: 'zzzzzzzz', slot: 42, pubId: 5 } },
    { site: { id: 's' } },
  );
  t.same(slot.imp[0]?.banner?.ext, { si: 42, maxw: 300, maxh: 600 });
  t.same(slot['site'], { id: 'zzzzzzzz', publisher: { id: '5' } });
  const params = { zone: 'zzzzzzzz', slot: 42 };
  const sized = bodyFor(gumgum, { banner: { ...banner, format }, params }).imp[0];
  t.same(sized?.banner, { ...banner, format }, 'a banner that has a size is no slot');
  const several = bodyFor(gumgum, { banner: { format }, video: { mimes: ['m'] }, params }).imp[0];
  t.same([several?.banner?.w, several?.banner?.ext?.['si'], several?.video], [320, 42, { mimes: ['m'] }]);
  const product = bodyFor(gumgum, { banner, ext: { gpid: 'g' }, params: { pubId: 5, product: 'skins' } });
  t.same(product.imp[0]?.ext, { product: 'skins', gpid: 'g' });
});

t.test('GumGum knows an imp by the code of its ad unit, else by its tag', async (t) => {
  const slot = { data: { adserver: { adslot: '/1/slot' } } };
  const imps: readonly Partial<ImpWithParams>[] = [
    { tagid: 't', ext: { svc: { adunitcode: 'unit' }, ...slot } },
    { tagid: 't', ext: { svc: {}, ...slot } },
    { ext: slot },
    {},
  ];
  const bodies = imps.map((imp) => bodyFor(gumgum, { banner, params: { pubId: 5 }, ...imp }));
  t.same(
    bodies.map(({ imp }) => imp[0]?.tagid),
    ['unit', 't', '/1/slot', undefined],
  );
});

t.test('Conversant: banners have a position, video members of the params that are empty change nothing', async (t) => {
  const params = { site_id: 's', position: 3, mimes: [], maxduration: 0, api: [7] };
  t.equal(bodyFor(conversant, { banner, params }, { site: {} }).imp[0]?.banner?.pos, 3);
  const { imp } = bodyFor(conversant, { video: { mimes: ['m'], w: 1 }, params }, { cur: ['USD'] });
  t.same(imp[0]?.video, { mimes: ['m'], w: 1, pos: 3, maxduration: 0, api: [7] });
  t.same(outcome(conversant, [{ id: 'i1', banner }]), [[], ['Missing site id']]);
});

t.test('rewarded inventory is told in each bidder’s own way', async (t) => {
  const ext = { svc: { is_rewarded_inventory: 1 } };
  const { imp } = bodyFor(improvedigital, { banner, ext, params: { placementId: 1 } });
  t.equal(imp[0]?.ext?.['is_rewarded_inventory'], true);
  const app = { app: {}, user: { buyeruid: 'token' } };
  const params = { placementId: '1_2' };
  const [first] = bodyFor(audienceNetwork, { video: {}, ext, params }, app).imp;
  t.same([first?.rwdd, first?.video], [1, { w: 0, h: 0, ext: { videotype: 'rewarded' } }]);
});

/** A video that its publisher names so. */
const named = (videotype: string) => ({ video: { ext: { videotype } } });

t.test('Audience Network: a video for a reward may be named an interstitial by its publisher', async (t) => {
  const app = { app: {}, user: { buyeruid: 'token' } };
  const params = { placementId: '1_2' };
  const videotypeOf = (imp: ImpWithParams) =>
    bodyFor(audienceNetwork, { params, ...imp }, app).imp[0]?.video?.ext?.['videotype'];
  t.equal(videotypeOf({ ...named('rewarded_interstitial'), rwdd: 1 }), 'rewarded_interstitial');
  t.equal(videotypeOf({ ...named('rewarded'), rwdd: 1, instl: 1 }), 'rewarded_interstitial');
  t.equal(videotypeOf({ ...named('other'), rwdd: 1 }), 'rewarded');
});

t.test('Audience Network serves apps with a token, and the sizes it has', async (t) => {
  const app = { app: { id: 'a' }, user: { buyeruid: 'token' } };
  const params = { placementId: '2', publisherId: '1' };
  const told = (imp: ImpWithParams, request: Partial<BidRequest> = app) =>
    outcome(audienceNetwork, [{ id: 'i1', params, ...imp }], request)[1][0];
  t.match(told({ banner }, { app: {} }), /'user\.buyeruid'/);
  t.match(told({ banner }, { ...app, site: {} }), /^Site impressions are not supported\.$/);
  t.match(told({ banner: { w: 728, h: 90 } }), /50 or 250 high/);
  t.match(told({ audio: {} }), /none of banner, video, native/);
  t.match(told({ native: {}, instl: 1 }), /interstitial/);
  for (const placementId of ['', '_', '1_', '_2', '1_2_3'])
    t.match(told({ banner, params: { placementId } }), /placementId must be/);
  const body = bodyFor(
    audienceNetwork,
    {
      banner: {
        format: [
          { w: 728, h: 90 },
          { w: 320, h: 50 },
        ],
      },
      video: {},
      params,
    },
    app,
  );
  t.same(body.imp, [{ id: 'i1', banner: { w: -1, h: 50 }, tagid: '1_2' }]);
  t.same(body['app'], { id: 'a', publisher: { id: '1' } });
  t.throws(() => bidderOf(audienceNetwork, { platformId: 'p' }), /credentials\.appSecret is missing/);
  t.throws(() => bidderOf(audienceNetwork), /platformId is missing/);
});

t.test('The MediaGrid: names of keywords are only names', async (t) => {
  const keywords = JSON.parse(
    '{"site":{"__proto__":[{"name":"n","constructor":["v"]}],"x":"y"},"user":{"z":[7]}}',
  ) as object;
  const body = bodyFor(grid, { banner, params: { uid: 1, keywords } }, { site: { keywords: ' a ,,' } });
  const { site } = (body['ext'] as { keywords: { site: object } }).keywords;
  t.same(JSON.parse(JSON.stringify(Object.entries(site))), [
    ['ortb2', [{ name: 'keywords', segments: [{ name: 'keywords', value: 'a' }] }]],
    ['__proto__', [{ name: 'n', segments: [{ name: 'constructor', value: 'v' }] }]],
  ]);
  t.same(bodyFor(grid, { banner, params: { uid: 1 } }, { ext: { a: 1 } })['ext'], { a: 1 });
  t.same(
    bodyFor(grid, { banner, params: { uid: 1 } }, { ext: { a: 1, keywords: { site: {} } } })['ext'],
    { a: 1 },
    'empty keywords go',
  );
});

t.test(
  'The MediaGrid: under one publisher the request’s keywords come first, and an empty extension goes',
  async (t) => {
    const keywords = { site: { ortb2: [{ name: 'n', x: ['v'] }] } };
    const body = bodyFor(grid, { banner, params: { uid: 1, keywords } }, { site: { keywords: 'a' } });
    t.match(body['ext'], wholeLists({ keywords: { site: { ortb2: [{ name: 'keywords' }, { name: 'n' }] } } }));
    t.notOk('ext' in bodyFor(grid, { banner, params: { uid: 1 } }, { ext: { keywords: { site: {} } } }));
  },
);

t.test(
  'RTB House: a floor of the params is in the request’s currency; the publisher goes wherever the imp is',
  async (t) => {
    const { imp, ...rest } = bodyFor(
      rtbhouse,
      { banner, params: { publisherId: 'p', bidfloor: 2 } },
      { cur: ['EUR'], dooh: {} },
    );
    t.same([imp[0]?.bidfloor, imp[0]?.bidfloorcur], [2.5, 'USD']);
    t.match(rest, wholeLists({ cur: ['USD'], dooh: { publisher: { ext: { prebid: { publisherId: 'p' } } } } }));
    t.notOk('site' in rest);
  },
);

const floorOf = (imp: ImpWithParams) => bodyFor(beachfront, { video: { w: 1, h: 1 }, ...imp }).imp[0];

t.test('Beachfront: floors in dollars, domains out of pages and bundles', async (t) => {
  const params = { appId: 'a', bidfloor: 1.5 };
  t.match(floorOf({ bidfloor: 2, bidfloorcur: 'EUR', params }), { bidfloor: 2.5, bidfloorcur: 'USD' });
  t.match(floorOf({ bidfloor: 1, params }), { bidfloor: 1.5, bidfloorcur: 'USD' });
  t.match(floorOf({ bidfloor: 9, bidfloorcur: 'XXX', params }), { bidfloor: 1.5 }, 'no rate: the floor of the params');
  t.notOk('bidfloor' in floorOf({ bidfloor: 0.01, params: { appId: 'a' } })!);
  t.match(
    outcome(beachfront, [{ id: 'i1', banner, bidfloor: 9, bidfloorcur: 'XXX', params: { appId: 'a' } }])[1],
    wholeLists([/rate not found/]),
  );
  const sited = (request: Partial<BidRequest>) => bodyFor(beachfront, { video: {}, params }, request);
  t.match(
    sited({ site: { page: 'https://a.example/x' } }),
    wholeLists({
      site: { domain: 'a.example' },
      imp: [{ secure: 1, video: { w: 300, h: 250 } }],
    }),
  );
  t.match(
    sited({ app: { bundle: 'com.acme.game' } }),
    wholeLists({ app: { domain: 'acme.com' }, imp: [{ secure: 0 }] }),
  );
  t.match(sited({ app: { bundle: '_com.acme.game_' } }), { app: { domain: 'acme.com' } });
  t.same(sited({ site: { page: 'no url' } })['site'], { page: 'no url' });
});

t.test('Beachfront: what it is told of who looks, and of sizes', async (t) => {
  const params = { appId: 'a' };
  const app = { id: 'i', bundle: 'com.acme.game' };
  const user = { id: 'u', buyeruid: 'b', yob: 1990, ext: { eids: [] } };
  const inApp = bodyFor(beachfront, { banner, params }, { app });
  t.match(inApp, { page: 'com.acme.game', isMobile: 1, domain: '' }, 'a bundle names the domain of videos alone');
  const site = { page: 'https://a.example/x' };
  t.match(bodyFor(beachfront, { banner, params }, { site }), { secure: 1 });
  t.match(bodyFor(beachfront, { banner, secure: 0, params }, { site }), { secure: 0 });
  t.same(bodyFor(beachfront, { banner, params }, { site: { mobile: 1 }, user })['user'], { id: 'u', buyeruid: 'b' });
  const video = bodyFor(beachfront, { video: { w: 640 }, params }, { app, ext: { own: 1 } });
  t.match(
    video,
    wholeLists({ device: { devicetype: 1, ip: '255.255.255.255' }, imp: [{ video: { w: 640, h: 250 } }] }),
  );
  t.notOk('ext' in video);
  const nurl = { appId: 'a', videoResponseType: 'nurl' };
  t.same(bodyFor(beachfront, { video: {}, params: nurl })['device'], { devicetype: 2 });
  const [call] = callsOf(bidderOf(beachfront), [{ id: 'i1', video: {}, params: nurl }]).calls;
  t.same(call?.note, { kind: 'nurl', size: { w: 300, h: 250 } }, 'bids have the size that was asked for');
  const beside = bodyFor(beachfront, { banner: {}, video: {}, params });
  t.match(beside.imp[0], { banner: undefined, video: {} }, 'a banner without a size keeps no video from it');
});

t.test('Taboola: the publisher is the site, also where there was none', async (t) => {
  const params = { publisherId: 'p', tagid: 't', publisherDomain: 'acme.com' };
  const site = { id: 'p', name: 'p', domain: 'acme.com', publisher: { id: 'p' } };
  t.same(bodyFor(taboola, { banner, params })['site'], site);
  t.same(bodyFor(taboola, { banner, params }, { site: { domain: 'x', page: 'y' } })['site'], { ...site, page: 'y' });
  t.notOk('site' in bodyFor(taboola, { banner, params }, { app: {} }));
});
