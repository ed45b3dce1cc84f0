/** Decides what Huawei Ads is asked in its own protocol: slots for imps, the app under the name it has in the store, the device with its ids. */
import type { Imp } from '../../openrtb/imp.ts';
import type { MediaType } from '../../openrtb/media-types.ts';
import type { CallContext, SharedRequest } from '../call-steps.ts';
import { textAt, textsOf, valueAt } from '../json.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { countryOf } from './huaweiads-countries.ts';
import { appName, type NameRule } from './huaweiads-names.ts';
import { assetsOf, creativeKinds, formatsFor, versionOf, type Asset } from './huaweiads-native.ts';
import { wireNetwork } from './huaweiads-network.ts';

/** The number of slots within a video, which are sold by their duration. */
const rollType = 60;

/** The number of a kind of slot, and the media types that it can show. */
interface SlotKind {
  readonly adtype: number;
  readonly types: readonly MediaType[];
}

/** What an unknown kind stands for. */
const bannerKind: SlotKind = { adtype: 8, types: ['banner', 'video'] };

const slotKinds = new Map<string, SlotKind>([
  ['banner', bannerKind],
  ['native', { adtype: 3, types: ['native'] }],
  ['rewarded', { adtype: 7, types: ['video'] }],
  ['interstitial', { adtype: 12, types: ['banner', 'video'] }],
  ['roll', { adtype: rollType, types: ['video'] }],
  ['splash', { adtype: 1, types: [] }],
  ['magazinelock', { adtype: 2, types: [] }],
  ['audio', { adtype: 17, types: [] }],
]);

/** The params that are read here. */
interface Params {
  readonly slotid: string;
  readonly adtype: string;
}

/** What reading the reply needs to know of an imp that was asked for; `assets` and `ver` of a native one. */
export interface Slot {
  readonly slotid: string;
  readonly impid: string;
  readonly type: MediaType;
  readonly w: number;
  readonly h: number;
  readonly assets: readonly Asset[];
  readonly ver: string;
}

/** The kind of slot that the params name. */
export function slotKind({ adtype }: Params): SlotKind {
  return slotKinds.get(adtype.trim().toLowerCase()) ?? bannerKind;
}

/** True for a slot within a video. */
export function isRoll(params: Params): boolean {
  return slotKind(params).adtype === rollType;
}

/** True for calls of the bidder's own test: they are marked, and signed as of a moment that it knows. */
export function isTest(params: unknown): boolean {
  return textAt(params, 'isTestAuthorization') === 'true';
}

/** Refuses a request without what every ad needs, the app's bundle and an id of the device. */
export function withoutNames({ app, device, user }: SharedRequest): Refusal | null {
  if (!app?.bundle) return refuse('app.bundle is missing');
  if (device?.ifa || ['oaid', 'gaid', 'imei'].some((name) => ownOf(user, name))) return null;
  return refuse('nothing names the device: neither device.ifa nor oaid, gaid or imei in user.ext.data');
}

/** What is kept of an imp for reading its reply. */
export function slotOf(imp: Imp, { slotid }: Params): Slot {
  const { id: impid = '', banner, video, native } = imp;
  const { w = 0, h = 0 } = video ?? (banner?.w && banner.h ? banner : banner?.format?.[0]) ?? {};
  const type = banner ? 'banner' : video ? 'video' : 'native';
  const [assets, ver] = native ? [assetsOf(native), versionOf(native)] : [[], ''];
  return { slotid: slotid.trim(), impid, type, w, h, assets, ver };
}

/** The body of a call. */
export function requestBody(
  request: SharedRequest,
  { imps, auction: { nowMs }, ready: { rules } }: CallContext<Params, { readonly rules: readonly NameRule[] }>,
): object {
  const { id = '', app, device = {}, user, regs } = request;
  const country = countryOf(request);
  const { lat, lon, accuracy, lastfix } = device.geo ?? {};
  const { name, ver: version, bundle = '', content } = app ?? {};
  return {
    version: '3.4',
    clientAdRequestId: id,
    multislot: imps.map(({ imp, params }) => ({ ...wireSlot(imp, params), test: testFlag(request, params) })),
    app: { pkgname: appName(bundle, rules), name, version, lang: content?.language || 'en', country },
    device: wireDevice(request, { country, nowMs }),
    network: wireNetwork(device),
    geo: { lat, lon, accuracy, lastfix },
    regs: { coppa: regs?.coppa === 1 ? 1 : undefined },
    consent: user?.consent || textAt(user, 'ext', 'consent') || undefined,
  };
}

function testFlag({ test }: SharedRequest, params: Params): 0 | 1 {
  return test === 1 || isTest(params) ? 1 : 0;
}

function wireSlot({ banner, video, native }: Imp, params: Params): object {
  const { adtype } = slotKind(params);
  const slot = { slotid: params.slotid.trim(), adtype };
  if (banner) return { ...slot, w: banner.w, h: banner.h, format: banner.format?.map(({ w, h }) => ({ w, h })) };
  if (video)
    return { ...slot, w: video.w, h: video.h, totalDuration: adtype === rollType ? video.maxduration : undefined };
  const assets = assetsOf(native ?? {});
  return { ...slot, detailedCreativeTypeList: creativeKinds(assets), format: formatsFor(assets) };
}

/** The device; apps state its ids and its time among their own data of the user. */
function wireDevice({ device = {}, user }: SharedRequest, c: { country: string; nowMs: number }): object {
  const { ua: useragent, os, osv: version, make: maker, devicetype: type, w: width, h: height } = device;
  const { language, ip, pxratio } = device;
  const model = device.model || 'HUAWEI';
  const stated = { useragent, os, version, maker, model, type, width, height, language, ip, pxratio };
  const own = (name: string) => ownOf(user, name);
  const oaid = own('oaid');
  const gaid = own('gaid') ?? (device.ifa || undefined);
  const mayTrack = device.dnt === 1 || device.lmt === 1 ? '0' : device.dnt === 0 ? '1' : undefined;
  return {
    ...stated,
    oaid,
    gaid,
    imei: own('imei'),
    isTrackingEnabled: oaid && mayTrack,
    gaidTrackingEnabled: gaid && mayTrack,
    clientTime: timeText(own('clientTime'), c.nowMs),
    localeCountry: c.country,
    belongCountry: c.country,
  };
}

function ownOf(user: SharedRequest['user'], name: string): string | undefined {
  return textsOf(valueAt(user, 'ext', 'data', name))[0] || undefined;
}

/** The time as the app stated it, in UTC where it names no zone; else now in UTC. */
function timeText(stated = '', nowMs: number): string {
  const [, zone] = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}([+-]\d{4}|)$/.exec(stated) ?? [];
  if (zone !== undefined) return zone === '' ? `${stated}+0000` : stated;
  return new Date(nowMs).toISOString().replace('T', ' ').replace('Z', '+0000');
}
