/** Behaviour of public adapters that no recorded case covers. */
import t from 'tap';
import gamoshi from '../../src/bidders/gamoshi.ts';
import invibes from '../../src/bidders/invibes.ts';
import madsense from '../../src/bidders/madsense.ts';
import mgid from '../../src/bidders/mgid.ts';
import nativery from '../../src/bidders/nativery.ts';
import relevantdigital from '../../src/bidders/relevantdigital.ts';
import sparteo from '../../src/bidders/sparteo.ts';
import vidoomy from '../../src/bidders/vidoomy.ts';
import type { BidRequest } from '../../src/openrtb/request.ts';
import { bidderOf, bodyOf, callsFor, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

/** The tmax sent to MGID. */
const mgidTmax = (request: object) => bodyOf(callsFor(mgid, [{ banner, params: { accountId: 'a' } }], request))['tmax'];

t.test('MGID: tmax is that of the auction, else 200 ms', async (t) => {
  t.strictSame([mgidTmax({ tmax: 750 }), mgidTmax({})], [750, 200]);
});

t.test(
  'Relevant Digital: tmax is reduced by the buffer, but not below it; a request that passed 5 servers is refused',
  async (t) => {
    const params = { accountId: 'a', placementId: 'p', pbsHost: 'h' };
    const calls = (request: object, more: object = {}) =>
      callsFor(relevantdigital, [{ banner, params: { ...params, ...more } }], request);
    const tmaxOf = (tmax: number, pbsBufferMs: number) => bodyOf(calls({ tmax }, { pbsBufferMs }))['tmax'];
    t.strictSame([tmaxOf(900, 250), tmaxOf(300, 250), tmaxOf(200, 250), tmaxOf(300, 0)], [650, 250, 200, 300]);
    t.match(bodyOf(calls({ ext: { relevant: { count: 4 } } }))['ext'], { relevant: { count: 5 } });
    t.match(calls({ ext: { relevant: { count: 5 } } }), wholeLists({ calls: [], problems: [{ message: /servers/ }] }));
  },
);

t.test("Relevant Digital: a bid's mtype takes precedence over ext.prebid.type", async (t) => {
  const bid = { id: 'b', impid: 'i1', price: 1, mtype: 2, ext: { prebid: { type: 'banner' } } };
  const { bids } = readingOf(bidderOf(relevantdigital), { body: { seatbid: [{ bid: [bid] }] }, note: [] });
  t.equal(bids[0]?.type, 'video');
});

/** The query of the call to Sparteo for imps with these params. */
function sparteoOf(request: Partial<BidRequest>, all: readonly object[] = [{ networkId: 'n' }]) {
  const made = callsFor(
    sparteo,
    all.map((params) => ({ banner, params })),
    request,
  );
  return made.calls[0]?.uri.replace('https://bid.sparteo.com/s2s-auction?', '');
}

t.test('Sparteo: the query has the bare host of the domain or page, or unknown', async (t) => {
  t.equal(sparteoOf({ site: { domain: ' WWW.Pub.Example. ' } }), 'network_id=n&site_domain=pub.example');
  t.equal(
    sparteoOf({ site: { domain: 'null', page: 'https://www.pub.example:8080/a?b' } }),
    'network_id=n&site_domain=pub.example',
  );
  for (const domain of ['pub.example:80/a', 'pub.example/a', 'http://u@pub.example/'])
    t.equal(sparteoOf({ site: { domain } }), 'network_id=n&site_domain=pub.example', domain);
  t.equal(sparteoOf({ site: {} }), 'network_id=n&site_domain=unknown');
  t.equal(
    sparteoOf({ app: { domain: 'www.app.example', bundle: ' com.x ' } }),
    'network_id=n&app_domain=app.example&bundle=com.x',
  );
  t.equal(sparteoOf({ app: { bundle: 'NULL' } }), 'network_id=n&app_domain=unknown&bundle=unknown');
});

t.test('Sparteo: the first networkId is used for all imps, and an imp keeps its own data', async (t) => {
  const params = [{ networkId: '' }, { networkId: 'm' }, { networkId: 'o' }];
  t.match(sparteoOf({ site: {} }, params), /^network_id=m&/);
  const ext = { sparteo: { a: 1, params: { own: 2, custom1: 'old' } } };
  const body = bodyOf(callsFor(sparteo, [{ banner, ext, params: { networkId: 'n', custom1: 'new' } }], { site: {} }));
  t.match(body, { site: { publisher: { ext: { params: { networkId: 'n' } } } } });
  t.strictSame(body.imp[0]?.ext, { sparteo: { a: 1, params: { own: 2, custom1: 'new', networkId: 'n' } } });
});

t.test('Sparteo: content-type is the only header', async (t) => {
  const [call] = callsFor(sparteo, [{ banner, params: { networkId: 'n' } }]).calls;
  t.strictSame(call?.headers, ['content-type', 'application/json']);
});

t.test('Sparteo: only ext.prebid.type gives the type of a bid', async (t) => {
  const bid = { id: 'b', impid: 'i1', price: 1, mtype: 1 };
  const typed = (type: string) => ({ ...bid, ext: { prebid: { type } } });
  const { bids } = readingOf(bidderOf(sparteo), {
    body: { seatbid: [{ bid: [bid, typed('native')] }] },
  });
  t.match(bids, wholeLists([{ type: 'native', bid: { mtype: 4 } }]));
  t.equal(bids.length, 1);
});

t.test('Vidoomy and Gamoshi: a bid for an imp with banner and video is a video', async (t) => {
  const body = { seatbid: [{ bid: [{ id: 'b', impid: 'i1', price: 1 }] }] };
  for (const definition of [vidoomy, gamoshi])
    t.equal(readingOf(bidderOf(definition), { body }, [['banner', 'video']]).bids[0]?.type, 'video', definition.code);
});

t.test('Gamoshi: banner and video are sent, a banner keeps its size, and supplyPartnerId is required', async (t) => {
  const params = { supplyPartnerId: 'p' };
  const format = [{ w: 728, h: 90 }];
  const imps = [
    { banner: { ...banner, format }, video: { mimes: ['v'] }, params },
    { banner: { format }, params },
  ];
  const made = callsFor(gamoshi, imps, { device: {} });
  t.strictSame(
    bodyOf(made).imp.map(({ banner, video }) => [banner, video]),
    [
      [{ w: 300, h: 250, format }, { mimes: ['v'] }],
      [{ w: 728, h: 90, format }, undefined],
    ],
  );
  t.match(made.calls[0]?.headers.join('|'), /x-openrtb-version\|2\.4(?:\||$)/);
  t.match(
    callsFor(gamoshi, [{ banner, params: { supplyPartnerId: '' } }]),
    wholeLists({
      calls: [],
      problems: [{ message: /supplyPartnerId/ }],
    }),
  );
});

t.test(
  'Invibes: headers have the adapter version and one client address; an error in the reply is a problem',
  async (t) => {
    const device = { ip: '192.0.2.1', ipv6: '2001:db8::1' };
    const [call] = callsFor(invibes, [{ banner, params: { placementId: 'p' } }], { site: {}, device }).calls;
    t.match(call?.headers.join('|'), /x-forwarded-for\|192\.0\.2\.1\|.*aver\|prebid_1\.0\.0$/);
    t.notOk(call?.headers.includes('2001:db8::1'));
    const { bids, problems } = readingOf(bidderOf(invibes), { body: { error: 'no slot', typedBids: [] } });
    t.match([bids, problems], wholeLists([[], [{ code: 3, message: /no slot/ }]]));
  },
);

t.test('MadSense: an imp with a banner has its own call, and a test has company_id=test', async (t) => {
  const params = { company_id: 'c' };
  const video = { mimes: ['v'] };
  const imps = [
    { video, params },
    { video, banner, params },
    { video, params },
  ];
  t.strictSame(
    callsFor(madsense, imps).calls.map(({ impids }) => impids),
    [['i1', 'i3'], ['i2']],
  );
  t.match(callsFor(madsense, imps, { test: 1 }).calls[0]?.uri, /\?company_id=test$/);
});

const nativeryProblems = (status: number, stated: string) =>
  readingOf(bidderOf(nativery), { status, headers: ['x-nativery-error', stated] }).problems;

t.test('Nativery: the error of an empty reply is in a header', async (t) => {
  t.strictSame(nativeryProblems(204, 'widget not found'), [{ code: 2, message: 'Nativery Error: widget not found.' }]);
  t.strictSame(nativeryProblems(204, ''), []);
  t.match(nativeryProblems(500, 'x'), wholeLists([{ code: 3, message: /^Unexpected status code: 500\. Run with/ }]));
});

t.test('Nativery: display, banner and rich_media are banners', async (t) => {
  for (const word of ['display', 'banner', 'rich_media']) {
    const bid = { id: 'b', impid: 'i1', price: 1, ext: { nativery: { bid_ad_media_type: word } } };
    t.equal(readingOf(bidderOf(nativery), { body: { seatbid: [{ bid: [bid] }] } }).bids[0]?.type, 'banner', word);
  }
});
