/** Huawei Ads: replies, beyond the recorded cases. */
import t from 'tap';
import huaweiads from '../../src/bidders/huaweiads.ts';
import type { MediaType } from '../../src/openrtb/media-types.ts';
import { bidderOf, callsOf, readingOf } from '../adapter/support.ts';
import { wholeLists } from '../support/whole-lists.ts';

const app = { bundle: 'com.example' };

const known = { app, device: { ifa: 'f' } };

/** An ad for the slot `x` with one creative; the default adtype is a banner. */
const ad = (metaData: object, adtype = 8) => ({
  adtype,
  retcode30: 200,
  slotid: 'x',
  content: [{ contentid: 'c', price: 1, metaData }],
});

t.test('an ad that cannot be shown is dropped, and the next one takes the slot', async (t) => {
  const note = [{ slotid: 'x', impid: 'i1', type: 'banner', w: 300, h: 250, assets: [] }];
  const good = ad({ clickUrl: 'https://x.test', imageInfo: [{ url: 'https://x.test/a.png' }] });
  const body = { retcode: 200, multiad: [{ adtype: 8, retcode30: 200, slotid: 'x' }, ad({}), good, good] };
  const { bids, problems } = readingOf(bidderOf(huaweiads), { body, note });
  t.match(bids, wholeLists([{ bid: { impid: 'i1', crid: 'c' } }]));
  t.match(problems, wholeLists([{ message: /lacks its banner/ }, { message: /slot that was not asked for/ }]));
});

t.test('imps that share a slot get its ads in their own order', async (t) => {
  const note = ['i1', 'i2'].map((impid) => ({ slotid: 'x', impid, type: 'banner', w: 300, h: 250, assets: [] }));
  const good = ad({ clickUrl: 'https://x.test', imageInfo: [{ url: 'https://x.test/a.png' }] });
  const { bids } = readingOf(bidderOf(huaweiads), { body: { retcode: 200, multiad: [good, good] }, note });
  t.match(bids, wholeLists([{ bid: { impid: 'i1' } }, { bid: { impid: 'i2' } }]));
});

/** Reads a reply with these creatives for one banner. */
const read = (content: readonly object[], retcode = 200) => {
  const note = [{ slotid: 'x', impid: 'i1', type: 'banner', w: 300, h: 250, assets: [] }];
  const metaData = { clickUrl: 'https://x.test', imageInfo: [{ url: 'https://x.test/a.png' }] };
  const all = content.map((one) => ({ contentid: 'c', price: 1, metaData, ...one }));
  const body = { retcode, multiad: [{ adtype: 8, retcode30: 200, slotid: 'x', content: all }] };
  return readingOf(bidderOf(huaweiads), { body, note });
};

t.test("the currency is the ads', or CNY if they have none", async (t) => {
  t.match(read([{ cur: 'USD' }]), wholeLists({ cur: 'USD', bids: [{}], problems: [] }));
  t.match(read([{}]), wholeLists({ cur: 'CNY', bids: [{}], problems: [] }));
  t.match(read([{ cur: 'USD' }, {}]), wholeLists({ cur: 'USD', bids: { length: 1 }, problems: [{ message: /CNY/ }] }));
});

t.test('nurl is the first win monitor; retcode 206 has ads, 500 is a problem', async (t) => {
  const monitor = [
    { eventType: 'imp', url: ['i'] },
    { eventType: 'win', url: ['w', 'v'] },
  ];
  t.equal(read([{ monitor }]).bids[0]?.bid['nurl'], 'w');
  t.match(read([{}], 206), wholeLists({ bids: [{ bid: { nurl: undefined } }], problems: [] }));
  t.match(read([{}], 500), wholeLists({ bids: [], problems: [{ code: 3 }] }));
});

/** The problems of a reply. */
const problemsOf = (body: object) => readingOf(bidderOf(huaweiads), { body }).problems;

t.test('a reply without ads is a problem unless its retcode says so', async (t) => {
  t.strictSame(problemsOf({ retcode: 204 }), []);
  t.strictSame(problemsOf({ retcode: 200, multiad: [{ retcode30: 204, slotid: 'x' }] }), []);
  for (const multiad of [undefined, []])
    t.strictSame(problemsOf({ retcode: 200, multiad }), [
      { code: 3, message: 'the reply has the retcode 200, but no ad' },
    ]);
});

t.test('a banner or native slot accepts ads of its own adtypes, a video slot any', async (t) => {
  const metaData = {
    clickUrl: 'https://x.test',
    imageInfo: [{ url: 'https://x.test/a.png' }],
    videoInfo: { videoDownloadUrl: 'https://x.test/i.mp4' },
    mediaFile: { url: 'https://x.test/f.mp4' },
  };
  const assets = [{ id: 1, kind: 'img', type: 3 }];
  const shown = (type: MediaType) =>
    [1, 3, 7, 8, 12, 60].filter((adtype) => {
      const note = [{ slotid: 'x', impid: 'i1', type, w: 300, h: 250, assets }];
      const body = { retcode: 200, multiad: [ad(metaData, adtype)] };
      return readingOf(bidderOf(huaweiads), { body, note }, [[type]]).bids.length > 0;
    });
  t.strictSame(shown('banner'), [8, 12]);
  t.strictSame(shown('native'), [3]);
  t.strictSame(shown('video'), [1, 3, 7, 8, 12, 60]);
});

t.test('an app promotion links to its intent, and is dropped without one', async (t) => {
  const metaData = { clickUrl: 'https://page.test', imageInfo: [{ url: 'https://x.test/a.png' }] };
  const linked = (interactiontype: number, more: object) =>
    read([{ interactiontype, metaData: { ...metaData, ...more } }]).bids.map(
      ({ bid }) => /href='([^']*)/.exec(String(bid['adm']))?.[1],
    );
  t.strictSame(linked(3, { intent: 'app%3A%2F%2Fx' }), ['app://x']);
  t.strictSame(linked(3, {}), []);
  t.strictSame(linked(1, { intent: 'app%3A%2F%2Fx' }), ['https://page.test']);
});

/** The markup of a video with all details, and `more`, in a slot of this adtype. */
function videoIn(adtype: number, more: object = {}) {
  const note = [{ slotid: 'x', impid: 'i1', type: 'video', w: 640, h: 360, assets: [] }];
  const metaData = {
    clickUrl: 'https://x.test',
    duration: 15_000,
    mediaFile: { url: 'https://x.test/f.mp4' },
    videoInfo: { videoDownloadUrl: 'https://x.test/i.mp4', videoDuration: 6000 },
    ...more,
  };
  const monitor = [
    { eventType: 'soundClickOff', url: ['https://x.test/off'] },
    { eventType: 'soundClickOn', url: ['https://x.test/on'] },
  ];
  const content = [{ contentid: 'c', price: 1, metaData, monitor }];
  const body = { retcode: 200, multiad: [{ adtype, retcode30: 200, slotid: 'x', content }] };
  return String(readingOf(bidderOf(huaweiads), { body, note }, [['video']]).bids[0]?.bid['adm']);
}

t.test('a video has the duration of its own file, and tracks mute and unmute', async (t) => {
  t.match(videoIn(60), /00:00:15\.000.*f\.mp4/);
  t.match(videoIn(7), /00:00:06\.000.*"mute"><!\[CDATA\[https:\/\/x\.test\/off.*"unmute".*\/on.*i\.mp4/);
});

t.test('a video has the type of its own file, or MP4', async (t) => {
  t.match(videoIn(60, { mediaFile: { url: 'https://x.test/f.webm', mime: 'video/webm' } }), ' type="video/webm" ');
  t.match(videoIn(60), ' type="video/mp4" ');
});

/** The name of the companion's picture. */
function companionIn(adtype: number, more: object): string | undefined {
  return /<Companion .*x\.test\/(\w+)\.png/.exec(videoIn(adtype, more))?.[1];
}

t.test('only a rewarded video has a companion: its first icon, else its first image', async (t) => {
  const imageInfo = [{ url: 'https://x.test/image.png' }, { url: 'https://x.test/other.png' }];
  const icon = [{ url: 'https://x.test/icon.png' }];
  t.equal(companionIn(7, { imageInfo }), 'image');
  t.equal(companionIn(7, { imageInfo, icon }), 'icon');
  t.equal(companionIn(60, { imageInfo, icon }), undefined);
});

t.test('native markup has the version of the request, or 1.1', async (t) => {
  const params = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x', adtype: 'native' };
  const body = { retcode: 200, multiad: [ad({ clickUrl: 'https://x.test', title: 'a title' }, 3)] };
  for (const [asked, expected] of [
    [{ ver: '1.2' }, '1.2'],
    [{}, '1.1'],
  ] as const) {
    const request = JSON.stringify({ ...asked, assets: [{ id: 1, title: { len: 9 } }] });
    const { calls } = callsOf(bidderOf(huaweiads), [{ id: 'i1', native: { request }, params }], known);
    const { bids } = readingOf(bidderOf(huaweiads), { body, note: calls[0]!.note }, [['native']]);
    t.match(JSON.parse(String(bids[0]?.bid['adm'])), { ver: expected });
  }
});

t.test('an asset that the ad does not have is left out', async (t) => {
  const params = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x', adtype: 'native' };
  const request = JSON.stringify({
    assets: [
      { id: 1, title: {} },
      { id: 2, video: {} },
      { id: 3, img: { type: 3 } },
    ],
  });
  const { calls } = callsOf(bidderOf(huaweiads), [{ id: 'i1', native: { request }, params }], known);
  const body = { retcode: 200, multiad: [ad({ clickUrl: 'https://x.test', title: 'a title' }, 3)] };
  const { bids } = readingOf(bidderOf(huaweiads), { body, note: calls[0]!.note }, [['native']]);
  const { assets } = JSON.parse(String(bids[0]?.bid['adm'])) as { assets: unknown };
  t.strictSame(assets, [{ id: 1, title: { text: 'a title', len: 7 } }]);
});

t.test('the problem of an ad shortens a long imp id', async (t) => {
  const params = { publisherid: 'p', signkey: 's', keyid: 'k', slotid: 'x', adtype: 'banner' };
  const imp = { id: 'i'.repeat(1000), banner: { w: 300, h: 250 }, params };
  const { calls } = callsOf(bidderOf(huaweiads), [imp], known);
  const body = { retcode: 200, multiad: [ad({ clickUrl: 'https://x.test' })] };
  const { problems } = readingOf(bidderOf(huaweiads), { body, note: calls[0]!.note });
  t.match(problems, wholeLists([{ message: /^an ad for imp "i{100}" lacks its banner/ }]));
});
