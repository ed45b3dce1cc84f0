/** Which site of Huawei Ads is asked, and what it is told of apps, devices and slots, where no recorded case shows it. */
import t from 'tap';
import huaweiads from '../../src/bidders/huaweiads.ts';
import { bidderOf, callsOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const banner = { w: 300, h: 250 };
const app = { bundle: 'com.example' };
const known = { app, device: { ifa: 'f' } };
const ids = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x' };

/** The call for one imp of this kind of slot. */
const callFor = (imp: object, adtype: string, request: object = known, extraInfo = '') =>
  callsOf(bidderOf(huaweiads, { extraInfo }), [{ id: 'i1', ...imp, params: { ...ids, adtype } }], request).calls[0];

/** The host that is asked about a device in this country. */
const hostFor = (country: string) =>
  new URL(callFor({ banner }, 'banner', { app, device: { ifa: 'f', geo: { country } } })!.uri).host;

t.test('Huawei Ads: the site for Europe serves America, Canada, Australia and New Zealand, too', async (t) => {
  for (const country of ['USA', 'CAN', 'AUS', 'NZL', 'DEU']) t.equal(hostFor(country), 'adx-dre.op.hicloud.com');
  for (const country of ['BLR', 'SGP']) t.equal(hostFor(country), 'adx-dra.op.hicloud.com');
});

/** What Huawei Ads is told of this device. */
const toldOf = (device: object) => JSON.parse(callFor({ banner }, 'banner', { app, device })!.body) as object;

t.test('Huawei Ads is told the carrier by its number, and a model where none is known', async (t) => {
  for (const [mccmnc, carrier] of [
    ['460-00', 2],
    ['460-06', 1],
    ['460-11', 3],
    ['262-01', 99],
  ])
    t.match(toldOf({ ifa: 'f', mccmnc }), { network: { carrier } });
  t.match(toldOf({ ifa: 'f' }), { device: { model: 'HUAWEI' } });
  t.match(toldOf({ ifa: 'f', model: 'M' }), { device: { model: 'M' } });
});

t.test('Huawei Ads: a rule may name all apps; an app that a rule excepts keeps its bundle', async (t) => {
  const rules = [
    { convertedPkgName: 'one', unconvertedPkgNames: ['com.one'], exceptionPkgNames: ['com.kept'] },
    { convertedPkgName: 'all', unconvertedPkgNames: ['*'] },
  ];
  const nameOf = (bundle: string) =>
    callFor({ banner }, 'banner', { ...known, app: { bundle } }, JSON.stringify({ pkgNameConvert: rules }))?.body;
  t.match(nameOf('com.one'), /"pkgname":"one"/);
  t.match(nameOf('com.kept'), /"pkgname":"com\.kept"/);
  t.match(nameOf('com.other'), /"pkgname":"all"/);
});

/** The slot that is asked for. */
const slotFor = (imp: object, adtype: string) =>
  (JSON.parse(callFor(imp, adtype)!.body) as { multislot: object[] }).multislot[0];

t.test('Huawei Ads: a banner slot may show videos; native ads are asked for by what they can show', async (t) => {
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

t.test(
  'Huawei Ads: an adtype that it does not know stands for a banner slot, one that shows no such ads for none',
  async (t) => {
    t.match(slotFor({ banner }, 'Foo'), { adtype: 8 });
    t.match(slotFor({ video: { w: 640, h: 360 } }, 'foo'), { adtype: 8 });
    for (const adtype of ['splash', 'MagazineLock', 'audio', 'native', 'roll'])
      t.equal(callFor({ banner }, adtype), undefined, adtype);
  },
);

/** The sizes that are asked for where a native imp wants this video and nothing else. */
const sizesWith = (video: object) => {
  const native = { request: JSON.stringify({ assets: [{ id: 1, video }] }) };
  return (slotFor({ native }, 'native') as { format: object[] }).format;
};

t.test('Huawei Ads: a native video may have its own size beside the usual ones', async (t) => {
  t.equal(sizesWith({}).length, 8);
  t.equal(sizesWith({ w: 300, h: 250 }).length, 8);
  t.same(sizesWith({ w: 320, h: 480 })[8], { w: 320, h: 480 });
});

/** The time of the device when the app states this one. */
const timeFor = (clientTime: string) => {
  const request = { ...known, user: { ext: { data: { clientTime: [clientTime] } } } };
  return (JSON.parse(callFor({ banner }, 'banner', request)!.body) as { device: { clientTime: string } }).device
    .clientTime;
};

t.test('Huawei Ads is told the time that the app states, in UTC where it names no zone', async (t) => {
  const times = ['2024-05-06 07:08:09.123+0200', '2024-05-06 07:08:09.123', 'noon'].map(timeFor);
  t.same(times, ['2024-05-06 07:08:09.123+0200', '2024-05-06 07:08:09.123+0000', '2026-01-01 00:00:00.000+0000']);
});
