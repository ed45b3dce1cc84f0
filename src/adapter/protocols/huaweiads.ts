/** Decides what Huawei Ads is asked in its own protocol: slots for imps, the app by its name in the store, the device with its ids. */
import type { CallContext, SharedRequest } from '../call-steps.ts';
import { textAt, textsOf, valueAt } from '../json.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { countryOf } from './huaweiads-countries.ts';
import { appName, type NameRule } from './huaweiads-names.ts';
import { wireSlot, type SlotParams } from './huaweiads-slots.ts';

/** True for calls of the bidder's own test: they are marked, and signed with a fixed time that it knows. */
export function isTest(params: unknown): boolean {
  return textAt(params, 'isTestAuthorization') === 'true';
}

/** Refuses a request that lacks what every ad needs: the app's bundle, and an id of the device. */
export function requireNames({ app, device, user }: SharedRequest): Refusal | null {
  if (!app?.bundle) return refuse('app.bundle is missing');
  if (device?.ifa || ['oaid', 'gaid', 'imei'].some((name) => appData(user, name))) return null;
  return refuse('nothing names the device: neither device.ifa nor oaid, gaid or imei in user.ext.data');
}

/** The body of a call. */
export function requestBody(
  request: SharedRequest,
  { imps, auction: { nowMs }, ready: { rules } }: CallContext<SlotParams, { readonly rules: readonly NameRule[] }>,
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

function testFlag({ test }: SharedRequest, params: SlotParams): 0 | 1 {
  return test === 1 || isTest(params) ? 1 : 0;
}

/** The device. Apps state its ids and its time in `user.ext.data`. */
function wireDevice({ device = {}, user }: SharedRequest, c: { country: string; nowMs: number }): object {
  const { ua: useragent, os, osv: version, make: maker, devicetype: type, w: width, h: height } = device;
  const { language, ip, pxratio } = device;
  const model = device.model || 'HUAWEI';
  const common = { useragent, os, version, maker, model, type, width, height, language, ip, pxratio };
  const stated = (name: string) => appData(user, name);
  const oaid = stated('oaid');
  const gaid = stated('gaid') ?? (device.ifa || undefined);
  const mayTrack = device.dnt === 1 || device.lmt === 1 ? '0' : device.dnt === 0 ? '1' : undefined;
  return {
    ...common,
    oaid,
    gaid,
    imei: stated('imei'),
    isTrackingEnabled: oaid && mayTrack,
    gaidTrackingEnabled: gaid && mayTrack,
    clientTime: timeText(stated('clientTime'), c.nowMs),
    localeCountry: c.country,
    belongCountry: c.country,
  };
}

/** The bidder's numbers for carriers by their networks; any other carrier has the number 99. */
const carriers = new Map(
  [
    ['46001', '46006'],
    ['46000', '46002', '46007'],
    ['46003', '46005', '46011'],
  ].flatMap((networks, at) => networks.map((network) => [network, at + 1] as const)),
);
const otherCarrier = 99;

/** The device's network: the kind of connection and, if the device states its network, the carrier and the cell. */
function wireNetwork({ connectiontype = 0, mccmnc = '' }: NonNullable<SharedRequest['device']>): object {
  const [mcc, mnc] = mccmnc.split('-');
  return {
    type: connectiontype,
    ...(mcc && mnc && { carrier: carriers.get(mcc + mnc) ?? otherCarrier, cellInfo: [{ mcc, mnc }] }),
  };
}

function appData(user: SharedRequest['user'], name: string): string | undefined {
  return textsOf(valueAt(user, 'ext', 'data', name))[0] || undefined;
}

/** The time that the app stated, in UTC if it names no zone; else the current time in UTC. */
function timeText(stated = '', nowMs: number): string {
  const [, zone] = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}([+-]\d{4}|)$/.exec(stated) ?? [];
  if (zone !== undefined) return zone === '' ? `${stated}+0000` : stated;
  return new Date(nowMs).toISOString().replace('T', ' ').replace('Z', '+0000');
}
