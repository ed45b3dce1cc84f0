/** Beachfront: calls and replies beyond the recorded cases. */
import t from 'tap';
import beachfront from '../../src/bidders/beachfront.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyFor, callsOf, type ImpWithParams, outcome, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

const floorOf = (imp: ImpWithParams) => bodyFor(beachfront, { video: { w: 1, h: 1 }, ...imp }).imp[0];

t.test('floors are in USD, and the domain comes from the page or the bundle', async (t) => {
  const params = { appId: 'a', bidfloor: 1.5 };
  t.match(floorOf({ bidfloor: 2, bidfloorcur: 'EUR', params }), { bidfloor: 2.5, bidfloorcur: 'USD' });
  t.match(floorOf({ bidfloor: 1, params }), { bidfloor: 1.5, bidfloorcur: 'USD' });
  t.match(
    floorOf({ bidfloor: 9, bidfloorcur: 'XXX', params }),
    { bidfloor: 1.5 },
    'without a rate the floor of the params is used',
  );
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
  t.match(bodyFor(beachfront, { video: {}, secure: 1, params }, { app: {} }), { imp: [{ secure: 1 }] });
  t.match(sited({ app: { bundle: '_com.acme.game_' } }), { app: { domain: 'acme.com' } });
  t.strictSame(sited({ site: { page: 'no url' } })['site'], { page: 'no url' });
});

t.test('the body has user, device and sizes in its own form', async (t) => {
  const params = { appId: 'a' };
  const app = { id: 'i', bundle: 'com.acme.game' };
  const user = { id: 'u', buyeruid: 'b', yob: 1990, ext: { eids: [] } };
  const inApp = bodyFor(beachfront, { banner, params }, { app });
  t.match(inApp, { page: 'com.acme.game', isMobile: 1, domain: '' }, 'the bundle gives a domain to videos only');
  const site = { page: 'https://a.example/x' };
  t.match(bodyFor(beachfront, { banner, params }, { site }), { secure: 1 });
  t.match(bodyFor(beachfront, { banner, secure: 0, params }, { site }), { secure: 0 });
  t.strictSame(bodyFor(beachfront, { banner, params }, { site: { mobile: 1 }, user })['user'], {
    id: 'u',
    buyeruid: 'b',
  });
  const video = bodyFor(beachfront, { video: { w: 640 }, params }, { app, ext: { own: 1 } });
  t.match(
    video,
    wholeLists({ device: { devicetype: 1, ip: '255.255.255.255' }, imp: [{ video: { w: 640, h: 250 } }] }),
  );
  t.notOk('ext' in video);
  const nurl = { appId: 'a', videoResponseType: 'nurl' };
  t.strictSame(bodyFor(beachfront, { video: {}, params: nurl })['device'], { devicetype: 2 });
  const [call] = callsOf(bidderOf(beachfront), [{ id: 'i1', video: {}, params: nurl }]).calls;
  t.strictSame(call?.note, { kind: 'nurl', size: { w: 300, h: 250 } }, 'the note has the size for the bids');
  const beside = bodyFor(beachfront, { banner: {}, video: {}, params });
  t.match(beside.imp[0], { banner: undefined, video: {} }, 'a banner without a size is removed and the video is sent');
});

t.test('a reply is a list of banners, or videos with markup or with a notice URL', async (t) => {
  const bidder = bidderOf(beachfront);
  const banners = (body: unknown) => readingOf(bidder, { body, note: { kind: 'banner' } });
  t.match(
    banners([null, 7, { slot: 'i1', price: '2', w: 1 }]).bids,
    wholeLists([{ type: 'banner', bid: { id: 'i1Banner', impid: 'i1', price: 2 } }]),
  );
  t.strictSame(banners([]), { cur: 'USD', bids: [], fledge: [], problems: [] });
  t.equal(banners({ error: 'x' }).problems.length, 1);
  const bid = {
    id: 'b',
    impid: 'x',
    price: 1,
    nurl: 'https://x/?a=bid:crid1:rest',
    cat: ['IAB1'],
    ext: { duration: 15 },
  };
  const videos = (note: object, more: object = {}) =>
    readingOf(bidder, { body: { seatBid: [{ bid: [{ ...bid, ...more }] }] }, note }, [['banner', 'video']]).bids;
  t.match(
    videos({ kind: 'adm' }),
    wholeLists([
      { type: 'video', bid: { id: 'xAdmVideo', impid: 'x' }, video: { duration: 15, primary_category: 'IAB1' } },
    ]),
  );
  t.equal(
    videos({ kind: 'adm' }, { ext: undefined })[0]?.video,
    undefined,
    'without a duration there are no video details',
  );
  t.match(
    videos({ kind: 'nurl', size: { w: 3, h: 4 } }),
    wholeLists([{ type: 'video', bid: { id: 'i1NurlVideo', impid: 'i1', crid: 'crid1', w: 3, h: 4 } }]),
  );
});
