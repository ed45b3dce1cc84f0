/** SilverPush: a call for each imp, with a default floor; the user agent tells the device's OS and type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { asList, valueAt } from '../adapter/json.ts';
import { within } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { publisherId, requestExt } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { onlyFirstType, requireType } from '../adapter/steps/imp.ts';
import { bannerSize, requireBannerSize } from '../adapter/steps/size.ts';
import { requireParams, requireVideo } from '../adapter/steps/require.ts';
import { isObject, without, type JsonObject } from '../openrtb/json-object.ts';

/** Default floors in US dollars, if neither the params nor the imp state one. */
const defaultFloor = { banner: 0.05, video: 0.1 };

/** The default `maxduration` of a video. */
const defaultMaxSeconds = 120;

/** Operating systems by user agent. The first match wins: iPhones also name Mac OS, Windows phones Android, Android Linux. */
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
    within('video', ({ minduration = 0, maxduration }) => durations(minduration, maxduration || defaultMaxSeconds)),
    floorOf((p) => p.bidfloor, { cur: 'USD' }),
    ({ bidfloor, banner }) =>
      bidfloor ? null : { bidfloor: defaultFloor[banner ? 'banner' : 'video'], bidfloorcur: 'USD' },
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

/** The durations in seconds. A maximum below the minimum is replaced by the minimum, which is then removed. */
function durations(minduration: number, maxduration: number) {
  return maxduration < minduration ? { minduration: undefined, maxduration: minduration } : { maxduration };
}

/** The user's `ext` with the eids moved from `ext.data.eids` to `ext.eids`. */
function withEids(ext: JsonObject): JsonObject {
  const { data } = ext;
  const eids = asList(valueAt(data, 'eids'));
  if (!isObject(data) || eids.length === 0) return ext;
  const others = without(data, ['eids']);
  return { ...without(ext, ['data']), eids, ...(Object.keys(others).length > 0 && { data: others }) };
}

/** The OpenRTB device type: 3 for a television, 1 for a phone or tablet, 2 for a computer. */
function deviceTypeOf(ua: string): number {
  if (/smart-?tv|googletv|appletv|hbbtv|nettv|dtv\b|\btv\b|hdmi|netcast|roku|bravia|viera|aquos/i.test(ua)) return 3;
  return /mobile|android|iphone|ipad|ipod|windows phone/i.test(ua) ? 1 : 2;
}
