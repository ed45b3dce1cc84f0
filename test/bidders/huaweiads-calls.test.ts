/** Huawei Ads: hosts, apps, devices and slots of calls, beyond the recorded cases. */
import t from 'tap';
import huaweiads from '../../src/bidders/huaweiads.ts';
import { bidderOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };

const app = { bundle: 'com.example' };

const known = { app, device: { ifa: 'f' } };

const ids = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x' };

/** The call for one imp with this adtype. */
const callFor = (imp: object, adtype: string, request: object = known, extraInfo = '') =>
  callsOf(bidderOf(huaweiads, { extraInfo }), [{ id: 'i1', ...imp, params: { ...ids, adtype } }], request).calls[0];

/** The host of the call for a device in this country. */
const hostFor = (country: string) =>
  new URL(callFor({ banner }, 'banner', { app, device: { ifa: 'f', geo: { country } } })!.uri).host;

t.test('the European host also serves the USA, Canada, Australia and New Zealand', async (t) => {
  for (const country of ['USA', 'CAN', 'AUS', 'NZL', 'DEU']) t.equal(hostFor(country), 'adx-dre.op.hicloud.com');
  for (const country of ['BLR', 'SGP']) t.equal(hostFor(country), 'adx-dra.op.hicloud.com');
});

/** The body for this device. */
const bodyFor = (device: object) => JSON.parse(callFor({ banner }, 'banner', { app, device })!.body) as object;

t.test('the body has a number for the carrier, and a default model', async (t) => {
  for (const [mccmnc, carrier] of [
    ['460-00', 2],
    ['460-06', 1],
    ['460-11', 3],
    ['262-01', 99],
  ])
    t.match(bodyFor({ ifa: 'f', mccmnc }), { network: { carrier } });
  t.match(bodyFor({ ifa: 'f' }), { device: { model: 'HUAWEI' } });
  t.match(bodyFor({ ifa: 'f', model: 'M' }), { device: { model: 'M' } });
});

t.test('a pkgNameConvert rule may match all apps, or by prefix; an excepted app keeps its bundle', async (t) => {
  const rules = [
    { convertedPkgName: 'one', unconvertedPkgNames: ['com.one'], exceptionPkgNames: ['com.kept'] },
    { convertedPkgName: 'begun', unconvertedPkgNamePrefixs: ['com.begun.'] },
    { convertedPkgName: 'all', unconvertedPkgNames: ['*'] },
  ];
  const nameOf = (bundle: string) =>
    callFor({ banner }, 'banner', { ...known, app: { bundle } }, JSON.stringify({ pkgNameConvert: rules }))?.body;
  t.match(nameOf('com.one'), /"pkgname":"one"/);
  t.match(nameOf('com.kept'), /"pkgname":"com\.kept"/);
  t.match(nameOf('com.begun.app'), /"pkgname":"begun"/);
  for (const bundle of ['com.other', 'app.com.begun.']) t.match(nameOf(bundle), /"pkgname":"all"/);
});

/** The slot of the call. */
const slotFor = (imp: object, adtype: string) =>
  (JSON.parse(callFor(imp, adtype)!.body) as { multislot: object[] }).multislot[0];

t.test('a banner slot may show a video; the assets of a native slot give its creative types and sizes', async (t) => {
  t.match(slotFor({ video: { w: 640, h: 360 } }, 'banner'), { adtype: 8, w: 640, h: 360, test: 0 });
  const nativeOf = (...assets: object[]) => slotFor({ native: { request: JSON.stringify({ assets }) } }, 'native');
  t.match(nativeOf({ id: 1, video: {} }), wholeLists({ detailedCreativeTypeList: ['903'] }));
  t.match(
    nativeOf({ id: 1, video: {} }, { id: 2, img: { type: 3 } }),
    wholeLists({
      detailedCreativeTypeList: ['903', '901', '904', '905'],
    }),
  );
  t.match(
    nativeOf({ id: 1, img: { type: 3, w: 200, h: 200 } }),
    wholeLists({
      format: [
        { w: 225, h: 150 },
        { w: 300, h: 250 },
        { w: 1080, h: 1620 },
        { w: 1080, h: 1920 },
        { w: 720, h: 1280 },
      ],
    }),
  );
});

t.test('an unknown adtype is a banner slot; an adtype that cannot show the ad makes no call', async (t) => {
  t.match(slotFor({ banner }, 'Foo'), { adtype: 8 });
  t.match(slotFor({ video: { w: 640, h: 360 } }, 'foo'), { adtype: 8 });
  for (const adtype of ['splash', 'MagazineLock', 'audio', 'native', 'roll'])
    t.equal(callFor({ banner }, adtype), undefined, adtype);
});

/** The sizes requested for a native imp with only this video. */
const sizesWith = (video: object) => {
  const native = { request: JSON.stringify({ assets: [{ id: 1, video }] }) };
  return (slotFor({ native }, 'native') as { format: object[] }).format;
};

t.test("a native video's own size is added to the usual sizes", async (t) => {
  t.equal(sizesWith({}).length, 8);
  t.equal(sizesWith({ w: 300, h: 250 }).length, 8);
  t.strictSame(sizesWith({ w: 320, h: 480 })[8], { w: 320, h: 480 });
});

/** The device time sent when the app states this one. */
const timeFor = (clientTime: string) => {
  const request = { ...known, user: { ext: { data: { clientTime: [clientTime] } } } };
  return (JSON.parse(callFor({ banner }, 'banner', request)!.body) as { device: { clientTime: string } }).device
    .clientTime;
};

t.test('the device time is as the app states it, in UTC if it has no zone', async (t) => {
  const times = ['2024-05-06 07:08:09.123+0200', '2024-05-06 07:08:09.123', 'noon'].map(timeFor);
  t.strictSame(times, ['2024-05-06 07:08:09.123+0200', '2024-05-06 07:08:09.123+0000', '2026-01-01 00:00:00.000+0000']);
});

t.test(
  'the host depends on the country unless closeSiteSelectionByCountry keeps the configured endpoint',
  async (t) => {
    const params = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x', adtype: 'banner' };
    const uriFor = (settings: object) => {
      const bidder = bidderOf(huaweiads, { endpoint: 'http://own.test:8080/ads', extraInfo: JSON.stringify(settings) });
      return callsOf(bidder, [{ id: 'i1', banner, params }], known).calls[0]?.uri;
    };
    t.equal(uriFor({}), 'https://adx-dra.op.hicloud.com/ppsadx/getResult');
    t.equal(uriFor({ closeSiteSelectionByCountry: '0' }), 'https://adx-dra.op.hicloud.com/ppsadx/getResult');
    t.equal(uriFor({ closeSiteSelectionByCountry: '1' }), 'http://own.test:8080/ads');
  },
);

t.test('a native imp with 1000 assets gets 32', async (t) => {
  const bidder = bidderOf(huaweiads);
  const request = JSON.stringify({ assets: Array.from({ length: 1000 }, (_, id) => ({ id, title: { len: 9 } })) });
  const params = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x', adtype: 'native' };
  const { calls } = callsOf(bidder, [{ id: 'i1', native: { request }, params }], known);
  const content = [{ contentid: 'c', price: 1, metaData: { clickUrl: 'https://x.test', title: 'a title' } }];
  const body = { retcode: 200, multiad: [{ adtype: 3, retcode30: 200, slotid: 'x', content }] };
  const { bids } = readingOf(bidder, { body, note: calls[0]!.note }, [['native']]);
  t.equal((JSON.parse(String(bids[0]?.bid['adm'])) as { assets: unknown[] }).assets.length, 32);
});

t.test('an imp whose ids could add members to the authorization header is refused', async (t) => {
  const params = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x', adtype: 'banner' };
  for (const wrong of [{ publisherid: 'p,realm=other' }, { keyid: 'k"' }, { keyid: 'k l' }]) {
    const { calls, problems } = callsOf(
      bidderOf(huaweiads),
      [{ id: 'i1', banner, params: { ...params, ...wrong } }],
      known,
    );
    t.match([calls, problems], wholeLists([[], [{ code: 2, message: /"i1": publisherid and keyid must be letters/ }]]));
  }
});

t.test('a request needs a bundle and a device id', async (t) => {
  const params = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x', adtype: 'banner' };
  const asked = (request: object) => callsOf(bidderOf(huaweiads), [{ id: 'i1', banner, params }], request);
  for (const data of [{ oaid: ['o'] }, { gaid: ['g'] }, { imei: ['i'] }])
    t.equal(asked({ app, user: { ext: { data } } }).calls.length, 1, JSON.stringify(data));
  t.equal(asked(known).calls.length, 1);
  t.match(
    asked({ app, user: { ext: { data: { oaid: [] } } } }),
    wholeLists({ calls: [], problems: [{ message: /the device/ }] }),
  );
  t.match(asked({ device: { ifa: 'f' } }), wholeLists({ calls: [], problems: [{ message: /app\.bundle/ }] }));
});

t.test('a roll slot needs a maxduration', async (t) => {
  const params = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x' };
  const asked = (adtype: string, maxduration?: number) => {
    const video = { mimes: ['video/mp4'], ...(maxduration !== undefined && { maxduration }) };
    return callsOf(bidderOf(huaweiads), [{ id: 'i1', video, params: { ...params, adtype } }], known);
  };
  for (const duration of [undefined, 0])
    t.match(
      asked('roll', duration),
      wholeLists({ calls: [], problems: [{ code: 2, message: /"i1": .*maxduration/ }] }),
    );
  t.equal(asked('Roll', 15).calls.length, 1);
  t.equal(asked('rewarded').calls.length, 1);
});
