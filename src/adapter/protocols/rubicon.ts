/** Decides what goes into `ext.rp` and around it for Magnite (Rubicon): ids, and first-party data as targeting. */
import type { Imp } from '../../openrtb/imp.ts';
import { isObject, orNone, type JsonObject } from '../../openrtb/json-object.ts';
import type { CallContext, ImpContext } from '../call-steps.ts';
import { asList, numberAt, objectAt, textAt, textsOf, valueAt } from '../json.ts';
import { parsedJson } from '../../openrtb/parsed-json.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { targetingOf } from './rubicon-targeting.ts';

/** The params that are read here. */
interface Params {
  readonly accountId: number | string;
  readonly siteId: number | string;
  readonly zoneId: number | string;
  readonly inventory?: object;
  readonly visitor?: object;
  readonly video?: { readonly size_id?: number; readonly skip?: number; readonly skipdelay?: number };
}

/** Taxonomies of segments that are sent, for content and for users. */
const contentTaxonomies: readonly unknown[] = [1, 2, 5, 6];
const userTaxonomies: readonly unknown[] = [4];

/** A video's `ext`. */
export function videoExt(
  { size_id, skip, skipdelay }: NonNullable<Params['video']> = {},
  rewarded: boolean,
): JsonObject {
  return { skip, skipdelay, videotype: rewarded ? 'rewarded' : undefined, rp: { size_id } };
}

/** Adds the parsed native request to `native`, or refuses it if it lacks what the exchange needs; versions 1.0 and 1.1 stay as they are. */
export function nativeWithRequest({ id, native }: Imp): { native: Imp['native'] } | Refusal | null {
  if (native === undefined) return null;
  const fault = (what: string) => refuse(`Error in native object for imp with id ${id}: ${what}`);
  if (native.ver === '1.0' || native.ver === '1.1') return null;
  const request = parsedJson(native.request ?? '');
  if (!isObject(request)) return fault('Request is not a JSON object');
  if (!Array.isArray(request['eventtrackers'])) return fault('Eventtrackers are not present or not of array type');
  if (request['context'] !== undefined && typeof request['context'] !== 'number')
    return fault('Context is not of int type');
  if (typeof request['plcmttype'] !== 'number') return fault('Plcmttype is not present or not of int type');
  return { native: { ...native, request_native: request } as Imp['native'] };
}

/** An imp's `ext`: the zone, and as targeting first-party data and facts about this host. */
export function impExt(imp: Imp, { params, request, bidder, auction, name }: ImpContext<Params>): JsonObject {
  const { data = {}, skadn, gpid, tid } = imp.ext ?? {};
  const { adserver: _, pbadslot: __, ...rest } = data;
  const page = request.site?.page;
  const keywords = textsOf(valueAt(params, 'keywords'));
  const target = {
    ...objectAt(imp.ext, 'rp', 'target'),
    ...targetingOf(params.inventory),
    ...targetingOf(request.site?.ext?.data),
    ...targetingOf(request.app?.ext?.data),
    ...(page && { page: [page] }),
    ...targetingOf(rest),
    ...slotOf(data),
    ...(keywords.length > 0 && { keywords }),
    pbs_login: bidder.credentials.username,
    pbs_version: auction.host.version,
    pbs_url: auction.host.externalUrl,
  };
  const multibid = asList(valueAt(request.ext, auction.namespace, 'multibid'));
  const own = multibid.find((one) => textAt(one, 'bidder') === name);
  const rp = { zone_id: Number(params.zoneId), target, track: { mint: '', mint_version: '' } };
  return { rp, skadn, gpid, tid, maxbids: numberAt(own, 'maxbids') || undefined };
}

/** The name of the ad slot: that of the header bidder, else that of Google's ad server. */
function slotOf(data: JsonObject): JsonObject {
  const pbadslot = textAt(data, 'pbadslot');
  if (pbadslot !== '') return { pbadslot };
  const adslot = textAt(data, 'adserver', 'name') === 'gam' ? textAt(data, 'adserver', 'adslot') : '';
  return adslot === '' ? {} : { dfp_ad_unit_code: adslot };
}

/** Overrides of the user: without age, gender and place. Its `ext` keeps consent and ids; data and segments become targeting. */
export function userPart({ ext = {}, data }: { ext?: JsonObject; data?: unknown }, { params }: CallContext<Params>) {
  const segments = segmentIds(data, userTaxonomies);
  const target = {
    ...objectAt(ext, 'rp', 'target'),
    ...targetingOf(params.visitor),
    ...targetingOf(ext['data']),
    ...(segments.length > 0 && { iab: segments }),
  };
  const rp = Object.keys(target).length === 0 ? {} : { rp: { target } };
  const { consent, eids } = ext;
  const left: JsonObject = { ...(consent !== undefined && { consent }), ...(eids !== undefined && { eids }), ...rp };
  const none = { gender: undefined, yob: undefined, geo: undefined, consent: undefined, eids: undefined };
  return { ...none, ext: orNone(left) };
}

/** Overrides of `site` or `app`: the bidder's ids of site and account, and the segments of the given content as targeting. */
export function inventoryPart({ content }: { content?: { data?: unknown } }, { params }: CallContext<Params>) {
  const segments = segmentIds(content?.data, contentTaxonomies);
  const target = segments.length === 0 ? undefined : { iab: segments };
  return {
    ext: { rp: { site_id: Number(params.siteId), target } },
    publisher: { ext: { rp: { account_id: Number(params.accountId) } } },
  };
}

function segmentIds(data: unknown, taxonomies: readonly unknown[]): string[] {
  const sources = asList(data).filter((source) => taxonomies.includes(valueAt(source, 'ext', 'segtax')));
  return sources.flatMap((source) => asList(valueAt(source, 'segment')).map((segment) => textAt(segment, 'id')));
}
