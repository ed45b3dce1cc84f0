/** Params of plain bidders, beyond the recorded cases: the calls they produce, and the problems. */
import t from 'tap';
import acuityads from '../../src/bidders/acuityads.ts';
import bidmatic from '../../src/bidders/bidmatic.ts';
import datablocks from '../../src/bidders/datablocks.ts';
import feedad from '../../src/bidders/feedad.ts';
import freewheelssp from '../../src/bidders/freewheelssp.ts';
import kayzen from '../../src/bidders/kayzen.ts';
import madvertise from '../../src/bidders/madvertise.ts';
import marsmedia from '../../src/bidders/marsmedia.ts';
import mobfoxpb from '../../src/bidders/mobfoxpb.ts';
import oms from '../../src/bidders/oms.ts';
import orbidder from '../../src/bidders/orbidder.ts';
import pixfuture from '../../src/bidders/pixfuture.ts';
import pulsepoint from '../../src/bidders/pulsepoint.ts';
import roulax from '../../src/bidders/roulax.ts';
import stackadapt from '../../src/bidders/stackadapt.ts';
import yieldone from '../../src/bidders/yieldone.ts';
import smaato from '../../src/bidders/smaato.ts';
import { type ImpWithParams, addressed, bidderOf, bodyOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

t.test('a param in a host must be a host label; an address or another host is refused', async (t) => {
  t.strictSame(addressed(kayzen, [{ zone: 'dc', exchange: 'a&b' }]).uris, [
    'https://bids-dc.bidder.kayzen.io/?exchange=a%26b',
  ]);
  t.strictSame(addressed(acuityads, [{ host: 'ep1', accountid: 'a' }]).uris, ['http://ep1.admanmedia.com/bid?token=a']);
  for (const text of ['evil.test/', 'a@evil.test', 'a#', '169.254.169.254', '10-0-0-1', '[::1]', 'x.', 'ｅ']) {
    t.match(addressed(kayzen, [{ zone: text, exchange: 'e' }]), wholeLists({ uris: [], messages: [/host/] }), text);
    t.match(addressed(acuityads, [{ host: text, accountid: 'e' }]), wholeLists({ uris: [], messages: [/host/] }), text);
  }
});

t.test('madvertise: the zone is a path below that of the endpoint, and all imps have the same one', async (t) => {
  t.strictSame(addressed(madvertise, [{ zoneId: '/11/b c' }]).uris, ['https://mobile.mng-ads.com/bidrequest/11/b%20c']);
  for (const [zoneId, message] of [
    ['/../x', /cannot stand in the path/],
    ['/1//2', /cannot stand in the path/],
    ['', /must not be empty/],
    [' ', /must not be empty/],
  ] as const)
    t.match(addressed(madvertise, [{ zoneId }]), wholeLists({ uris: [], messages: [message] }), zoneId);
  t.match(
    addressed(madvertise, [{ zoneId: '/111111' }, { zoneId: '/222222' }]),
    wholeLists({
      uris: [],
      messages: [/only one zone ID/],
    }),
  );
});

t.test('Bidmatic and Datablocks: each source has its own call, and an imp without one is left out', async (t) => {
  const { uris, messages } = addressed(bidmatic, [{ source: 7 }, { source: 'x' }, { source: '7' }, {}, { source: 8 }]);
  t.strictSame(uris, ['http://adapter.bidmatic.io/pbs/ortb?source=7', 'http://adapter.bidmatic.io/pbs/ortb?source=8']);
  t.match(messages, wholeLists([/"i2": the param source/, /"i4": the param source/]));
  t.match(
    addressed(datablocks, [{ sourceId: 0 }, { sourceId: 5 }]),
    wholeLists({
      uris: ['http://pbserver.dblks.net/openrtb2?sid=5'],
      messages: [/lack sourceId/],
    }),
  );
});

t.test('Bidmatic: only known params are sent', async (t) => {
  const params = { source: '7', siteId: 1, placementId: 2, bidFloor: 0.5 };
  const imps = [{ id: 'i1', banner, params: { ...params, other: 1 } }];
  const [imp] = bodyOf(callsOf(bidderOf(bidmatic), imps)).imp;
  t.strictSame(imp?.ext, { bidmatic: { ...params, source: 7 } });
});

t.test(
  'OMS, Mobfox, Mars Media and FreeWheel SSP: params in their forms give the URL or the imp, or a problem',
  async (t) => {
    t.strictSame(addressed(oms, [{ publisherId: 12_345 }]).uris, ['http://rt.marphezis.com/pbs?publisherId=12345']);
    t.strictSame(addressed(mobfoxpb, [{ key: '$&x' }]).uris, ['http://bes.mobfox.com/?c=rtb&m=req&key=%24%26x']);
    t.match(addressed(mobfoxpb, [{}]), wholeLists({ uris: [], messages: [/lack key or TagID/] }));
    t.strictSame(
      addressed(mobfoxpb, [{ key: 'a' }, { key: 'b' }, { TagID: '7' }]).uris,
      ['rtb&m=req&key=a', 'rtb&m=req&key=b', 'o&m=ortb&key=__key__'].map((end) => `http://bes.mobfox.com/?c=${end}`),
      'each imp has the URL of its own params',
    );
    t.match(addressed(marsmedia, [{}]), wholeLists({ uris: [], messages: [/Zone is empty/] }));
    const { calls, problems } = callsOf(
      bidderOf(freewheelssp),
      [{ zoneId: '12' }, { zoneId: 'x' }].map((params, at): ImpWithParams => ({ id: `i${at + 1}`, video: {}, params })),
    );
    t.match(JSON.parse(calls[0]!.body), wholeLists({ imp: [{ id: 'i1', ext: { zoneId: 12 } }] }));
    t.match(problems, wholeLists([{ code: 2, message: /"i2": the param zoneId/ }]));
  },
);

t.test('params have the names of their schema, and a closed schema refuses others', async (t) => {
  const params = { PublisherPath: 'path', Pid: 'a&b' };
  t.equal(roulax.adapter.paramsFault(params), undefined);
  t.strictSame(addressed(roulax, [params]).uris, ['http://dsp.rcoreads.com/api/path?pid=a%26b']);
  t.equal(pixfuture.adapter.paramsFault({ pix_id: 'p' }), undefined);
  t.match(pixfuture.adapter.paramsFault({ pix_id: 'p', other: 1 }), /additional properties/);
  t.equal(feedad.adapter.paramsFault({ clientToken: 'c', placementId: 'p', sdkOptions: null }), undefined);
});

const yieldoneBanner = (banner: object) =>
  bodyOf(callsOf(bidderOf(yieldone), [{ id: 'i1', banner, params: { placementId: 'p' } }])).imp[0]?.banner;

t.test('YIELD ONE: a banner has its own size, else that of its first format', async (t) => {
  const format = [{ w: 300, h: 250 }];
  t.strictSame(yieldoneBanner({ w: 728, h: 90, format }), { w: 728, h: 90, format });
  t.strictSame(yieldoneBanner({ format }), { w: 300, h: 250, format });
});

t.test('orbidder: a floor is sent in EUR, or the imp is refused', async (t) => {
  const floor = (more: object) =>
    bodyOf(callsOf(bidderOf(orbidder), [{ id: 'i1', banner, bidfloor: 5, ...more, params: {} }])).imp[0];
  t.match(floor({}), { bidfloor: 5, bidfloorcur: 'EUR' });
  t.match(floor({ bidfloorcur: 'USD' }), { bidfloor: 4, bidfloorcur: 'EUR' });
  const { calls, problems } = callsOf(bidderOf(orbidder), [{ id: 'i1', banner, bidfloor: 5, bidfloorcur: 'XXX' }]);
  t.match([calls, problems], wholeLists([[], [{ message: /rate not found/ }]]));
});

const stackadaptParams = { publisherId: 'p', supplyId: 's' };
const stackadaptFloor = (bidfloor: number) => {
  const imp = { id: 'i1', banner, bidfloor: 2, bidfloorcur: 'EUR' };
  return bodyOf(callsOf(bidderOf(stackadapt), [{ ...imp, params: { ...stackadaptParams, bidfloor } }])).imp[0];
};

t.test('StackAdapt: an imp without a publisherId or a supplyId is left out', async (t) => {
  t.match(
    addressed(stackadapt, [{ publisherId: 'p' }, { supplyId: 's' }, stackadaptParams]),
    wholeLists({
      uris: ['https://pbs.srv.stackadapt.com/br?publisher_id=p&supply_id=s'],
      messages: [/lack supplyId/, /lack publisherId/],
    }),
  );
});

t.test('StackAdapt: imps with different publisherIds or supplyIds are refused together', async (t) => {
  const other = [
    { ...stackadaptParams, publisherId: 'q' },
    { ...stackadaptParams, supplyId: 'z' },
  ];
  for (const params of other) {
    t.match(
      addressed(stackadapt, [stackadaptParams, params]),
      wholeLists({ uris: [], messages: [/must have the same publisherId and supplyId/] }),
    );
  }
  t.equal(addressed(stackadapt, [stackadaptParams, { ...stackadaptParams, placementId: 'x' }]).uris.length, 1);
});

t.test("StackAdapt: a floor of the params replaces the imp's, in USD", async (t) => {
  t.match(stackadaptFloor(1.5), { bidfloor: 1.5, bidfloorcur: 'USD' });
  t.match(stackadaptFloor(0), { bidfloor: 2, bidfloorcur: 'EUR' });
});

t.test('orbidder: a bid with an mtype that it does not sell is dropped alone', async (t) => {
  const bid = [1, 2, 4].map((mtype) => ({ id: `b${mtype}`, impid: 'i1', price: 1, mtype }));
  const { bids, problems } = readingOf(bidderOf(orbidder), { body: { cur: 'EUR', seatbid: [{ bid }] } });
  t.strictSame(
    bids.map(({ type }) => type),
    ['banner', 'native'],
  );
  t.match(problems, wholeLists([{ code: 3, message: /unknown mtype 2/ }]));
});

t.test('Smaato: a valid yob in user.ext.data replaces user.yob', async (t) => {
  const imps = [{ id: 'i1', banner, params: { publisherId: 'p', adspaceId: 'a' } }];
  const yobOf = (yob: unknown) =>
    bodyOf(callsOf(bidderOf(smaato), imps, { site: {}, user: { yob: 1990, ext: { data: { yob } } } }))['user'];
  t.match([yobOf('1980'), yobOf(1980), yobOf(1980.5)], wholeLists([{ yob: 1980 }, { yob: 1980 }, { yob: 1990 }]));
});

t.test(
  'PulsePoint: an imp whose cp or ct is not a number above 0 is left out, and the first cp is the publisher',
  async (t) => {
    const imps = [
      { cp: 'x', ct: 1 },
      { cp: 1, ct: 'y' },
      { cp: 0, ct: 2 },
      { cp: 1, ct: '' },
      { cp: 1, ct: '00' },
      { cp: '7', ct: '3' },
      { cp: 8, ct: 40 },
    ].map((params, at) => ({ id: `i${at + 1}`, banner, params }));
    const asked = callsOf(bidderOf(pulsepoint), imps, { site: {} });
    t.match(
      asked.problems,
      wholeLists([
        { code: 2, message: /"i1": the params cp and ct/ },
        { code: 2, message: /"i2": the params cp and ct/ },
        { code: 2, message: /"i3": the params cp and ct/ },
        { code: 2, message: /"i4": the params cp and ct/ },
        { code: 2, message: /"i5": the params cp and ct/ },
      ]),
    );
    t.match(
      bodyOf({ ...asked, problems: [] }),
      wholeLists({
        imp: [{ tagid: '3' }, { tagid: '40' }],
        site: { publisher: { id: '7' } },
      }),
    );
  },
);
