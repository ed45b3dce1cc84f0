/** Newer plain bidders, beyond the recorded cases: URLs from params, floors, members of imps. */
import t from 'tap';
import adprime from '../../src/bidders/adprime.ts';
import aduptech from '../../src/bidders/aduptech.ts';
import beintoo from '../../src/bidders/beintoo.ts';
import bidmachine from '../../src/bidders/bidmachine.ts';
import connectad from '../../src/bidders/connectad.ts';
import consumable from '../../src/bidders/consumable.ts';
import gamoshi from '../../src/bidders/gamoshi.ts';
import goldbach from '../../src/bidders/goldbach.ts';
import kobler from '../../src/bidders/kobler.ts';
import minutemedia from '../../src/bidders/minutemedia.ts';
import mobkoi from '../../src/bidders/mobkoi.ts';
import openweb from '../../src/bidders/openweb.ts';
import relevantdigital from '../../src/bidders/relevantdigital.ts';
import seedingAlliance from '../../src/bidders/seedingAlliance.ts';
import showheroes from '../../src/bidders/showheroes.ts';
import stroeerCore from '../../src/bidders/stroeerCore.ts';
import teal from '../../src/bidders/teal.ts';
import tradplus from '../../src/bidders/tradplus.ts';
import visx from '../../src/bidders/visx.ts';
import yeahmobi from '../../src/bidders/yeahmobi.ts';
import zmaticoo from '../../src/bidders/zmaticoo.ts';
import type { BidderDefinition } from '../../src/adapter/define-bidder.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyFor, callsOf, readingOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

/** The URL of the call for one banner with these params, or the problem. */
function addressOf(definition: BidderDefinition, params: object, request: Partial<BidRequest> = {}) {
  const { calls, problems } = callsOf(bidderOf(definition), [{ id: 'i1', banner, params }], request);
  return calls[0]?.uri ?? problems[0]?.message;
}

t.test('params form the URL, and a param that could lead elsewhere is refused or encoded', async (t) => {
  const bid = 'https://e.serverbid.com';
  t.equal(addressOf(consumable, { siteId: 7, placementId: 'p' }, { site: {} }), `${bid}/sb/rtb`);
  t.equal(addressOf(consumable, { siteId: 7, placementId: 'a&b' }, { app: {} }), `${bid}/rtb/bid?s=a%26b`);
  for (const name of ['networkId', 'unitId'])
    t.equal(addressOf(consumable, { [name]: 7, placementId: 'p' }, { site: {} }), `${bid}/sb/rtb`, name);
  t.match(addressOf(consumable, { placementId: 'p' }, { site: {} }), /site.*siteId/);
  t.match(addressOf(consumable, { siteId: 7 }, { app: {} }), /lack placementId/);
  t.equal(addressOf(openweb, { aid: 12 }), 'https://pbs.openwebmp.com/pbs?publisher_id=12');
  t.match(addressOf(openweb, { org: ' ' }), /org or aid/);
  t.match(addressOf(minutemedia, {}), /param org/);
  t.equal(addressOf(tradplus, { accountId: 'a', zoneId: 'us-' }), 'https://us-adx.tradplusad.com/a/pserver');
  t.match(addressOf(tradplus, { accountId: 'a', zoneId: 'evil.test.' }), /zoneId must be/);
  const machine = { host: 'api-us', path: 'auction/rtb', seller_id: '1' };
  t.equal(addressOf(bidmachine, machine), 'https://api-us.bidmachine.io/auction/rtb/1');
  for (const path of ['/auction/rtb', 'auction/rtb/', '/auction/rtb/'])
    t.equal(addressOf(bidmachine, { ...machine, path }), 'https://api-us.bidmachine.io/auction/rtb/1');
  t.match(addressOf(bidmachine, { ...machine, path: '../x' }), /are not a path/);
  t.match(addressOf(bidmachine, { ...machine, seller_id: '..' }), /are not a path/);
  t.equal(addressOf(bidmachine, { ...machine, seller_id: '1/2' }), 'https://api-us.bidmachine.io/auction/rtb/1%2F2');
  t.match(addressOf(bidmachine, { ...machine, host: 'evil.test/' }), /host/);
  t.equal(addressOf(yeahmobi, { zoneId: 'sin' }), 'https://gw-sin-bid.yeahtargeter.com/prebid/bid');
  t.match(addressOf(yeahmobi, { zoneId: 'a.evil.test/' }), /host/);
  t.match(addressOf(kobler, { test: true }), /^https:\/\/bid-service\.dev\./);
  t.equal(addressOf(kobler, { test: 'yes' }), kobler.facts.endpoint);
  t.match(addressOf(gamoshi, { supplyPartnerId: 'a/b' }), /\/r\/a%2Fb\/bidr\?bidder=prebid-server$/);
});

/** The URL of the call to Seeding Alliance for imps with these params. */
const sellerUri = (all: readonly object[]) => {
  const imps = all.map((params, at) => ({ id: `i${at}`, banner, params }));
  return callsOf(bidderOf(seedingAlliance), imps).calls[0]?.uri;
};

t.test('Seeding Alliance: ssp is the account, else the seat, of the last imp that has one', async (t) => {
  t.match(sellerUri([{ accountId: 'a' }, { seatId: 's' }, {}]), /ssp=s$/);
  t.match(sellerUri([{}, { accountId: 'a', seatId: 's' }]), /ssp=a$/);
  t.match(sellerUri([{ seatId: 's' }]), /ssp=s$/);
  t.match(sellerUri([{}]), /ssp=pbs$/);
});

t.test('AdUp Tech: a floor is converted to the target currency, or the imp is refused', async (t) => {
  const imp = { banner, bidfloor: 5, bidfloorcur: 'USD' };
  t.match(bodyFor(aduptech, imp).imp[0], { bidfloor: 4, bidfloorcur: 'EUR' });
  const { problems } = callsOf(bidderOf(aduptech), [{ id: 'i1', ...imp, bidfloorcur: 'XXX' }]);
  t.match(problems, wholeLists([{ message: /rate not found/ }]));
  t.throws(() => bidderOf(aduptech, { extraInfo: '{}' }), /target_currency/);
});

/** The native request sent to zMaticoo. */
const nativeOf = (request: string) =>
  bodyFor(zmaticoo, { native: { request }, params: { pubId: 'p', zoneId: 'z' } }).imp[0]?.native?.request;

t.test('several bidders get only the members that they read', async (t) => {
  const slot = { publisherId: 'p', slotId: 's', customTargeting: { a: 'x', b: ['y', 'z'] } };
  const gold = bodyFor(goldbach, { banner, ext: { gpid: 'g' }, params: slot });
  t.match(gold, { id: 'r1_p', ext: { goldbach: { publisherId: 'p' } } });
  t.strictSame(gold.imp[0]?.ext, { goldbach: { slotId: 's', targetings: { a: ['x'], b: ['y', 'z'] } } });
  const body = bodyFor(kobler, { banner }, { user: { id: 'u' }, device: { ip: '192.0.2.1', ua: 'x' } });
  t.strictSame([body['user'], body['device']], [undefined, { ua: 'x' }]);
  const ads = bodyFor(adprime, { banner, params: { TagID: 't', keywords: ['a', 'b'] } }, { site: { id: 's' } });
  t.match(
    ads,
    wholeLists({ site: { keywords: 'a,b' }, imp: [{ tagid: 't', ext: { bidder: { TagID: 't', placementId: 't' } } }] }),
  );
  t.notOk('user' in ads);
  for (const definition of [beintoo, connectad]) {
    const params = { tagid: '1', siteId: 1 };
    const secure = (page: string) => bodyFor(definition, { banner, params }, { site: { page } }).imp[0]?.secure;
    t.strictSame([secure('https://x/'), secure('http://x/')], [1, 0], definition.code);
  }
  t.equal(nativeOf('{"ver":"1.2","assets":[]}'), '{"native":{"assets":[],"ver":"1.2"}}');
  t.equal(nativeOf('{"native":{}}'), '{"native":{}}');
  t.equal(nativeOf('no JSON'), 'no JSON');
});

t.test('Mobkoi needs a placementId or tagid, and Gamoshi ignores audio', async (t) => {
  t.match(addressOf(mobkoi, {}), /placementId/);
  t.equal(bodyFor(mobkoi, { banner, tagid: 't', params: {} }).imp[0]?.tagid, 't');
  const { calls, problems } = callsOf(bidderOf(gamoshi), [{ id: 'i1', audio: {}, params: { supplyPartnerId: 'p' } }]);
  t.strictSame([calls, problems], [[], []], 'Gamoshi ignores a type that it does not sell');
});

t.test('VISX fills in the bid id, Goldbach accepts status 201, Beintoo names the imp by the bid id', async (t) => {
  const body = { seatbid: [{ bid: [{ impid: 'i1', price: 1, ext: { prebid: { type: 'banner' } } }] }] };
  t.equal(readingOf(bidderOf(visx), { body, note: 'r1' }).bids[0]?.bid['id'], 'r1');
  t.equal(
    readingOf(bidderOf(visx), { body, isStored: true }).bids[0]?.bid['id'],
    'i1',
    'without a request the imp id is used',
  );
  t.equal(readingOf(bidderOf(goldbach), { body, status: 201 }).bids.length, 1);
  const named = { seatbid: [{ bid: [{ id: 'i1', impid: 'x', price: 1 }] }] };
  t.equal(readingOf(bidderOf(beintoo), { body: named }).bids[0]?.bid['impid'], 'i1');
});

t.test('Ströer: a private reply in EUR; bids of unknown types are dropped', async (t) => {
  const bidder = bidderOf(stroeerCore);
  const bid = { id: 'b', bidId: 'i1', cpm: 2, ad: 'x', width: 1, height: 2, mtype: 'Video', dsa: { paid: 'p' } };
  const read = readingOf(bidder, { body: { bids: [null, bid, { ...bid, mtype: 'audio' }, { ...bid, mtype: 7 }] } });
  t.match(
    read,
    wholeLists({ cur: 'EUR', bids: [{ type: 'video', bid: { impid: 'i1', price: 2, ext: { dsa: { paid: 'p' } } } }] }),
  );
  t.strictSame([read.bids.length, read.problems.length], [1, 3]);
  t.equal(readingOf(bidder, { body: [] }).problems.length, 1);
});

t.test('Teal: each account has its own call, and other members of storedrequest are kept', async (t) => {
  const imps = ['a', 'b', 'a'].map((account, at) => ({ id: `i${at}`, banner, params: { account } }));
  const { calls } = callsOf(bidderOf(teal), imps, { site: {} });
  t.strictSame(
    calls.map(({ impids, body }) => [impids, (JSON.parse(body) as BidRequest).site]),
    [
      [['i0', 'i2'], { publisher: { id: 'a' } }],
      [['i1'], { publisher: { id: 'b' } }],
    ],
  );
  const blank = [{ id: 'i1', banner, params: { account: 'a', placement: ' ' } }];
  t.match(callsOf(bidderOf(teal), blank), wholeLists({ calls: [], problems: [{ message: /placement/ }] }));
  const ext = { prebid: { storedrequest: { x: 1 } } };
  const [imp] = bodyFor(teal, { banner, ext, params: { account: 'a', placement: 'p' } }).imp;
  t.match(imp?.ext, { prebid: { storedrequest: { x: 1, id: 'p' } } });
});

t.test(
  "Relevant Digital: ext has prebid in place of the host's namespace, and imp.ext only the stored request",
  async (t) => {
    const params = { accountId: 'a', placementId: 'p', pbsHost: 'h' };
    const traced = { w: 1, h: 1, ext: { relevant: { a: 1 }, own: 2 } };
    const ext = { svc: { storedrequest: { id: 'x' } }, gpid: 'g' };
    const [imp] = bodyFor(relevantdigital, { banner: traced, video: { ext: { relevant: 1 } }, ext, params }).imp;
    t.strictSame(imp, {
      id: 'i1',
      banner: { w: 1, h: 1, ext: { own: 2 } },
      video: {},
      ext: { prebid: { storedrequest: { id: 'p' } } },
    });
    const svc = { cache: {}, targeting: {}, aliases: { b: 'c' }, channel: { name: 'web' }, debug: true };
    const body = bodyFor(relevantdigital, { banner, params }, { ext: { svc, own: 1 } });
    t.strictSame(body['ext'], {
      own: 1,
      prebid: { channel: { name: 'web' }, debug: true, storedrequest: { id: 'a' } },
      relevant: { adapterType: 'server', count: 1 },
    });
  },
);

const showheroesBody = (imp: ImpWithParams, request: Partial<BidRequest>) =>
  bodyFor(showheroes, { banner, params: { unitId: '12345678' }, ...imp }, request);

t.test('ShowHeroes: the source has the server version, and an imp without a display manager the channel', async (t) => {
  const ext = { svc: { channel: { name: 'sdk', version: '2' } } };
  const body = showheroesBody({ bidfloor: 5, bidfloorcur: 'USD' }, { app: { bundle: 'b' }, ext });
  t.match(body, { source: { ext: { pbs: { pbsv: '1.2.3', pbsp: 'go' } } } });
  t.match(body.imp[0], { bidfloor: 4, bidfloorcur: 'EUR', displaymanager: 'sdk', displaymanagerver: '2' });
  const site = { page: 'https://page.example' };
  t.match(showheroesBody({}, { site, ext }).imp[0], { displaymanager: 'sdk', displaymanagerver: '2' });
  t.match(showheroesBody({ displaymanager: 'own', displaymanagerver: '1' }, { site, ext }).imp[0], {
    displaymanager: 'own',
    displaymanagerver: '1',
  });
});
