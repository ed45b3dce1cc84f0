/** The URLs and number of calls, beyond the recorded cases. */
import t from 'tap';
import beachfront from '../../src/bidders/beachfront.ts';
import improvedigital from '../../src/bidders/improvedigital.ts';
import medianet from '../../src/bidders/medianet.ts';
import msft from '../../src/bidders/msft.ts';
import onetag from '../../src/bidders/onetag.ts';
import rise from '../../src/bidders/rise.ts';
import rtbstack from '../../src/bidders/rtbstack.ts';
import smartadserver from '../../src/bidders/smartadserver.ts';
import taboola from '../../src/bidders/taboola.ts';
import tappx from '../../src/bidders/tappx.ts';
import thetradedesk from '../../src/bidders/thetradedesk.ts';
import vidazoo from '../../src/bidders/vidazoo.ts';
import { addressed, auction, bidderOf, callsOf, type ImpWithParams } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

/** No call, and one problem. */
const refused = wholeLists({ uris: [], messages: [String] });

t.test('a param in the path or query is encoded', async (t) => {
  const nasty = '../a b?c=d&e#f';
  const path = '..%2Fa%20b%3Fc%3Dd%26e%23f';
  const query = '..%2Fa+b%3Fc%3Dd%26e%23f';
  t.strictSame(addressed(vidazoo, [{ cId: ` ${nasty} ` }]).uris, [`https://prebidsrvr.cootlogix.com/openrtb/${path}`]);
  t.strictSame(addressed(onetag, [{ pubId: nasty }]).uris, [
    `https://prebid-server.onetag-sys.com/prebid-server/${path}`,
  ]);
  t.strictSame(addressed(rise, [{ org: nasty }]).uris, [`https://pbs.yellowblue.io/pbs?publisher_id=${query}`]);
  t.strictSame(addressed(thetradedesk, [{ supplySourceId: nasty }]).uris, [
    `https://direct.adsrvr.org/bid/bidder/${path}`,
  ]);
  const taboolaUrl = `https://display.bidder.taboola.com/OpenRTB/PS/auction?exchange=&publisher=${query}`;
  t.strictSame(addressed(taboola, [{ publisherId: nasty, tagid: 't' }]).uris, [taboolaUrl]);
});

t.test("the host's extraInfo replaces what the params lack", async (t) => {
  t.match(addressed(thetradedesk, [{}]), refused, 'without a supply source there is no call');
  t.strictSame(addressed(thetradedesk, [{}], { extraInfo: 'ttd' }).uris, ['https://direct.adsrvr.org/bid/bidder/ttd']);
  t.strictSame(addressed(medianet, [{}], { extraInfo: '' }).uris, [
    'https://prebid-adapter.media.net/rtb/pb/prebids2s',
  ]);
  t.strictSame(addressed(improvedigital, [{ publisherId: 7 }, {}]).uris, [
    'https://ad.360yield.com/7/pbs',
    'https://ad.360yield.com/pbs',
  ]);
});

t.test('RTB Stack has three regions and refuses any other', async (t) => {
  const routes = ['us', 'EU', 'sg', 'xx'].map((region) => ({
    route: `https://a.b.${region}-adx-admixer.rtb-stack.com/prebid?client=1&endpoint=2&ssp=3`,
    tagId: 't',
  }));
  const { uris, messages } = addressed(rtbstack, routes);
  t.strictSame(
    uris.map((uri) => new URL(uri).host),
    ['us', 'eu', 'sg'].map((region) => `${region}-adx-admixer.rtb-stack.com`),
  );
  t.equal(messages.length, 1);
});

t.test('imps that must agree are refused or have separate calls if they differ', async (t) => {
  t.match(addressed(onetag, [{ pubId: 'a' }, { pubId: 'b' }]), refused);
  t.equal(addressed(onetag, [{ pubId: 'a' }, { pubId: 'a' }]).uris.length, 1);
  const members = [1, 2].map((member) => ({ placement_id: member, member }));
  t.match(addressed(msft, members), refused);
  t.strictSame(addressed(msft, [{ placement_id: 1 }, { placement_id: 2, member: 2 }]).uris, [
    'http://ib.adnxs.com/openrtb2?member_id=2',
  ]);
  t.equal(
    addressed(
      msft,
      Array.from({ length: 21 }, () => ({ placement_id: 1 })),
    ).uris.length,
    3,
    'ten imps per call',
  );
  const publishers = addressed(taboola, [
    { publisherId: 'a', tagid: 't' },
    { publisherId: 'b', tagid: 't' },
  ]);
  t.equal(publishers.uris.length, 2);
  t.strictSame(addressed(rise, [{}, { publisher_id: 'p' }]).uris, ['https://pbs.yellowblue.io/pbs?publisher_id=p']);
  t.match(addressed(rise, [{}, {}]), refused);
});

t.test('Smart AdServer: an imp with programmaticGuaranteed sends the call to another server', async (t) => {
  const ids = { networkId: 1 };
  t.strictSame(addressed(smartadserver, [ids], { endpoint: 'https://ssb.acme.com/' }).uris, [
    'https://ssb.acme.com/api/bid?callerId=5',
  ]);
  t.strictSame(addressed(smartadserver, [ids, { ...ids, programmaticGuaranteed: true }]).uris, [
    'https://prebid-global.smartadserver.com/ortb',
  ]);
});

t.test(
  'Beachfront: banners share a call, each video has its own, and an imp without an appId is left out',
  async (t) => {
    const video = { mimes: ['video/mp4'] };
    const imps: readonly ImpWithParams[] = [
      { id: 'i1', banner, video, params: { appId: 'a' } },
      { id: 'i2', banner, video, params: { appIds: { banner: 'b' } } },
      { id: 'i3', video, params: { appIds: { video: 'v&w' }, videoResponseType: 'nurl' } },
      { id: 'i4', video, params: { appIds: { banner: 'b' } } },
    ];
    const { calls, problems } = callsOf(bidderOf(beachfront), imps, { site: {} });
    t.strictSame(
      calls.map(({ uri, impids }) => [uri, impids]),
      [
        ['https://display.bfmio.com/prebid_display', ['i1', 'i2']],
        ['https://reachms.bfmio.com/bid.json?exchange_id=a', ['i1']],
        ['https://reachms.bfmio.com/bid.json?exchange_id=v%26w&prebidserver', ['i3']],
      ],
    );
    t.match(problems[0]?.message, /"i4": the params name no appId/);
    t.throws(() => bidderOf(beachfront, { extraInfo: '{}' }), /bidders\.beachfront: extraInfo must be/);
    t.throws(() => bidderOf(msft, { extraInfo: '{"hb_source":"x"}' }), /bidders\.msft: extraInfo must be JSON/);
  },
);

t.test('Tappx: the URL has the time in milliseconds unless the request is a test', async (t) => {
  const imps = [{ id: 'i1', banner, params: { tappxkey: 'k', endpoint: 'ZZ123456PS' } }];
  const uriOf = (test: 0 | 1) => callsOf(bidderOf(tappx), imps, { test }).calls[0]?.uri;
  const address = 'http://ssp.api.tappx.com/rtb/v2/ZZ123456PS?tappxkey=k';
  t.equal(uriOf(0), `${address}&ts=${auction.nowMs}&type_cnn=prebid&v=1.6`);
  t.equal(uriOf(1), `${address}&type_cnn=prebid&v=1.6`);
});

/** The URL of the call to Tappx without its query. */
const tappxPlace = (endpoint: string) => addressed(tappx, [{ tappxkey: 'k', endpoint }]).uris[0]?.split('?')[0];

t.test('Tappx: an endpoint such as zz123ps is the first label of the host, any other is in the path', async (t) => {
  for (const endpoint of ['zz123ps', 'vz123456abc', 'zz855226test'])
    t.equal(tappxPlace(endpoint), `http://${endpoint}.pub.tappx.com/rtb/`);
  for (const endpoint of ['ZZ123456PS', 'zz12ps', 'zz123456p', 'zz123456abcd', 'PREBIDTEMPLATE'])
    t.equal(tappxPlace(endpoint), `http://ssp.api.tappx.com/rtb/v2/${endpoint}`);
});
