/** Imps and requests as they are sent, beyond the recorded cases. */
import t from 'tap';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import across from '../../src/bidders/33across.ts';
import appnexus from '../../src/bidders/appnexus.ts';
import conversant from '../../src/bidders/conversant.ts';
import emx from '../../src/bidders/emx_digital.ts';
import freewheelssp from '../../src/bidders/freewheelssp.ts';
import grid from '../../src/bidders/grid.ts';
import improvedigital from '../../src/bidders/improvedigital.ts';
import rtbhouse from '../../src/bidders/rtbhouse.ts';
import rubicon from '../../src/bidders/rubicon.ts';
import sharethrough from '../../src/bidders/sharethrough.ts';
import sovrn from '../../src/bidders/sovrn.ts';
import taboola from '../../src/bidders/taboola.ts';
import teads from '../../src/bidders/teads.ts';
import yahooAds from '../../src/bidders/yahooAds.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyFor, callsOf, outcome, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

t.test('an unusable imp is left out with a problem; the other imp is sent', async (t) => {
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
    [emx, { video: { mimes: ['m'] }, params: { tagid: '7' } }, { banner, params: { tagid: '7' } }, /bad.*no size/],
    [emx, { banner, params: { tagid: '0' } }, { banner, params: { tagid: '7' } }, /bad.*tagid must be a number/],
    [
      rubicon,
      { banner, params: { accountId: 1, siteId: 2, zoneId: '9'.repeat(17) } },
      { banner, params: { accountId: 1, siteId: '2', zoneId: 3 } },
      /accountId, siteId and zoneId must be whole numbers/,
    ],
  ];
  for (const [definition, bad, good, message] of cases) {
    const [sent, messages] = outcome(definition, [
      { id: 'bad', ...bad },
      { id: 'good', ...good },
    ]);
    t.strictSame(sent, ['good'], definition.code);
    t.equal(messages.length, 1);
    t.match(messages[0], message);
  }
});

t.test('Sharethrough: what one imp adds to its own call does not reach the next call', async (t) => {
  const { calls } = callsOf(
    bidderOf(sharethrough),
    [
      { id: 'i1', banner, video: {}, params: { pkey: 'a', bcat: ['IAB1'] } },
      { id: 'i2', banner, params: { pkey: 'b', badv: ['acme.com'] } },
    ],
    { bcat: ['IAB2'], source: { tid: 't', ext: { schain: {} } } },
  );
  const bodies = calls.map(({ body }) => JSON.parse(body) as BidRequest);
  t.strictSame(
    bodies.map(({ bcat, badv, imp }) => [bcat, badv, imp?.map(({ banner, video }) => [!!banner, !!video])]),
    [
      [['IAB2', 'IAB1'], undefined, [[true, false]]],
      [['IAB2', 'IAB1'], undefined, [[false, true]]],
      [['IAB2'], ['acme.com'], [[true, false]]],
    ],
  );
  t.strictSame(bodies[0]?.source, { tid: 't', ext: { schain: {}, str: '10.0', version: '1.2.3' } });
});

t.test('33Across: ext and imp.ext have only ttx, with the caller', async (t) => {
  const ext = { svc: { channel: { name: 'c' } }, ttx: { caller: [{ name: 'x' }] } };
  const body = bodyFor(across, { banner, ext: { gpid: 'g' }, params: { productId: 'siab', siteId: 's' } }, { ext });
  t.strictSame(body['ext'], { ttx: { caller: [{ name: 'x' }, { name: 'Prebid-Server', version: 'n/a' }] } });
  t.strictSame(body.imp[0]?.ext, { ttx: { prod: 'siab', zoneid: 's' } });
});

t.test('Conversant: params set the position and video members, but an empty list changes nothing', async (t) => {
  const params = { site_id: 's', position: 3, mimes: [], maxduration: 0, api: [7] };
  t.equal(bodyFor(conversant, { banner, params }, { site: {} }).imp[0]?.banner?.pos, 3);
  const { imp } = bodyFor(conversant, { video: { mimes: ['m'], w: 1 }, params }, { cur: ['USD'] });
  t.strictSame(imp[0]?.video, { mimes: ['m'], w: 1, pos: 3, maxduration: 0, api: [7] });
  t.strictSame(outcome(conversant, [{ id: 'i1', banner }]), [[], ['Missing site id']]);
});

t.test('Improve Digital: is_rewarded_inventory is sent as true', async (t) => {
  const ext = { svc: { is_rewarded_inventory: 1 } };
  const { imp } = bodyFor(improvedigital, { banner, ext, params: { placementId: 1 } });
  t.equal(imp[0]?.ext?.['is_rewarded_inventory'], true);
});

t.test(
  "RTB House: the params' floor is converted from the request's currency; site, app or dooh has the publisher",
  async (t) => {
    const { imp, ...rest } = bodyFor(
      rtbhouse,
      { banner, params: { publisherId: 'p', bidfloor: 2 } },
      { cur: ['EUR'], dooh: {} },
    );
    t.strictSame([imp[0]?.bidfloor, imp[0]?.bidfloorcur], [2.5, 'USD']);
    t.match(rest, wholeLists({ cur: ['USD'], dooh: { publisher: { ext: { prebid: { publisherId: 'p' } } } } }));
    t.notOk('site' in rest);
  },
);

t.test(
  'Taboola: the site has the publisher id and domain of the params, and is created if there is none',
  async (t) => {
    const params = { publisherId: 'p', tagid: 't', publisherDomain: 'acme.com' };
    const site = { id: 'p', name: 'p', domain: 'acme.com', publisher: { id: 'p' } };
    t.strictSame(bodyFor(taboola, { banner, params })['site'], site);
    t.strictSame(bodyFor(taboola, { banner, params }, { site: { domain: 'x', page: 'y' } })['site'], {
      ...site,
      page: 'y',
    });
    t.notOk('site' in bodyFor(taboola, { banner, params }, { app: {} }));
  },
);

/** The body for Taboola of a banner with a `pos`, and params with these members. */
const sentToTaboola = (more: object) =>
  bodyFor(taboola, { banner: { ...banner, pos: 1 }, params: { publisherId: 'p', tagid: 't', ...more } });

t.test('a banner for Taboola keeps its pos unless the params have a position', async (t) => {
  t.match(sentToTaboola({}), { imp: [{ banner: { pos: 1 } }] });
  t.match(sentToTaboola({ position: 3 }), { imp: [{ banner: { pos: 3 } }] });
});
