/** SilverPush: a call for each imp, with a floor of its own where there is none; the device is told by its user agent. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { asList, valueAt } from '../adapter/json.ts';
import { within } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { publisherId, requestExt } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { bannerSize, onlyFirstType, requireBannerSize, requireType } from '../adapter/steps/imp.ts';
import { requireParams, requireVideo } from '../adapter/steps/require.ts';
import { isObject, without, type JsonObject } from '../openrtb/merge-patch.ts';

/** Floors in US dollars where neither the params nor the imp have one. */
const standardFloor = { banner: 0.05, video: 0.1 };

/** Seconds that a video may take when the imp does not say. */
const longestSeconds = 120;

/** Systems by what user agents say, the first that fits: iPhones name the Mac as well, Windows phones Android, Android names Linux. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/windows/i, 'Windows'],
  [/iphone|ipad|ipod/i, 'iOS'],
  [/macintosh|mac os x/i, 'macOS'],
  [/android/i, 'Android'],
  [/linux/i, 'Linux'],
];

export default defineBidder({
  code: 'silverpush',
  endpoint: 'https://prebid.chocolateplatform.co/bidder/?identifier=prebidchoc',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: Type.Object({ publisherId: Type.String(), bidfloor: Type.Optional(Type.Number()) }),
  imp: [
    requireParams('publisherId'),
    requireType('banner', 'video'),
    onlyFirstType('banner', 'video'),
    requireVideo('api', 'mimes', 'protocols'),
    requireBannerSize(),
    bannerSize(),
    within('video', ({ minduration = 0, maxduration }) => durations(minduration, maxduration || longestSeconds)),
    floorOf((p) => p.bidfloor, { cur: 'USD' }),
    ({ bidfloor, banner }) =>
      bidfloor ? null : { bidfloor: standardFloor[banner ? 'banner' : 'video'], bidfloorcur: 'USD' },
  ],
  batch: 'perImp',
  body: [
    publisherId(({ params }) => params.publisherId),
    within('user', ({ ext }) => (ext === undefined ? null : { ext: withEids(ext) })),
    within('device', ({ ua, os, devicetype }) => ({
      os: systems.find(([pattern]) => pattern.test(ua ?? ''))?.[1] ?? os,
      devicetype: ua ? deviceTypeOf(ua) : devicetype,
    })),
    requestExt(({ params }) => ({ bc: 'sp_pb_ortb_1.0.0', publisherId: params.publisherId })),
  ],
  headers: ['json', 'ortb25'],
  mediaType: [mtypeOf('banner', 'video')],
});

/** The shortest and longest time; a longest below the shortest was meant the other way round, and the shortest is then unknown. */
function durations(minduration: number, maxduration: number) {
  return maxduration < minduration ? { minduration: undefined, maxduration: minduration } : { maxduration };
}

/** The user's `ext` with the ids that stand among its data in their common place. */
function withEids(ext: JsonObject): JsonObject {
  const { data } = ext;
  const eids = asList(valueAt(data, 'eids'));
  if (!isObject(data) || eids.length === 0) return ext;
  const others = without(data, ['eids']);
  return { ...without(ext, ['data']), eids, ...(Object.keys(others).length > 0 && { data: others }) };
}

/** OpenRTB's number of the kind of device: 3 a television, 1 a telephone or tablet, 2 a computer. */
function deviceTypeOf(ua: string): number {
  if (/smart-?tv|googletv|appletv|hbbtv|nettv|dtv\b|\btv\b|hdmi|netcast|roku|bravia|viera|aquos/i.test(ua)) return 3;
  return /mobile|android|iphone|ipad|ipod|windows phone/i.test(ua) ? 1 : 2;
}
