/** Magnite (Rubicon): a call for each imp and media type; first-party data become targeting under `ext.rp`, 2.6 fields go to their older places. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse, type CallContext, type ImpContext, type Refusal } from '../adapter/definition.ts';
import { asList, numberAt, parsed, textAt, valueAt } from '../adapter/json.ts';
import { set, within } from '../adapter/steps/any.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { onlyType, requireType, typesApart } from '../adapter/steps/imp.ts';
import { targetingOf } from '../adapter/targeting.ts';
import { addQuery } from '../adapter/url.ts';
import type { Imp } from '../openrtb/imp.ts';
import { isObject, without, type JsonObject } from '../openrtb/merge-patch.ts';
import { lowerRegs, lowerSource, lowerUser } from '../openrtb/places.ts';

const Params = Type.Object({
  accountId: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^\\d+$' })]),
  siteId: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^\\d+$' })]),
  zoneId: Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^\\d+$' })]),
  inventory: Type.Optional(Type.Object({}, { additionalProperties: { type: 'array' } })),
  bidonmultiformat: Type.Optional(Type.Boolean()),
  visitor: Type.Optional(Type.Object({}, { additionalProperties: { type: 'array' } })),
  pchain: Type.Optional(Type.String()),
  video: Type.Optional(
    Type.Object({
      language: Type.Optional(Type.String()),
      playerHeight: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
      playerWidth: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
      size_id: Type.Optional(Type.Integer()),
      skip: Type.Optional(Type.Integer()),
      skipdelay: Type.Optional(Type.Integer()),
    }),
  ),
});
type Params = Static<typeof Params>;

/** Taxonomies of segments that are sent: those of content, and that of users. */
const contentTaxonomies: readonly unknown[] = [1, 2, 5, 6];
const userTaxonomies: readonly unknown[] = [4];

export default defineBidder({
  code: 'rubicon',
  endpointCompression: 'gzip',
  gvlVendorId: 52,
  ortbVersion: '2.6',
  gppSupported: true,
  disabled: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  aliases: [{ code: 'magnite', gvlVendorId: 52, disabled: true }],
  params: Params,
  imp: [
    requireType('banner', 'video', 'native'),
    floorIn('USD'),
    set({ secure: 1, audio: undefined }),
    within('banner', () => ({ ext: { rp: { mime: 'text/html' } } })),
    within('video', (_, c: ImpContext<Params>, { rwdd }) => ({ ext: videoExt(c.params.video, rwdd) })),
    ({ native }) => nativeWithRequest(native),
    (imp, c) => ({ ext: impExt(imp, c) }),
  ],
  split: (imp, { params }) => (params.bidonmultiformat ? typesApart()(imp) : [onlyType(imp, mainType(imp))]),
  batch: 'perImp',
  body: [
    set({ ext: undefined, cur: undefined }),
    within('user', (user, c: CallContext<Params>) => userPart(lowerUser(user), c)),
    within('device', ({ ext, pxratio = 0 }) => ({ ext: { ...ext, rp: { pixelratio: pxratio } } })),
    ({ site, app }, c) => {
      if (site !== undefined) return { site: { ...site, ...inventoryPart(site, c) } };
      return app === undefined ? null : { app: { ...app, ...inventoryPart(app, c) } };
    },
    within('regs', (regs) => lowerRegs(regs)),
    within('source', (source) => lowerSource(source)),
    (request, { params }) => (params.pchain ? { source: { ...request.source, pchain: params.pchain } } : null),
    ({ badv = [] }) => (badv.length > 50 ? { badv: badv.slice(0, 50) } : null),
  ],
  url: (endpoint, { bidder }) =>
    bidder.credentials.tracker === '' ? endpoint : addQuery(endpoint, 'tk_xint', bidder.credentials.tracker),
  headers: ['json', 'basicAuth', () => ['user-agent', 'prebid-server/1.0']],
  note: ({ imps }) => mainType(imps[0]!.imp),
  mediaType: ['ext', (_, { note }) => note as ReturnType<typeof mainType>],
  bid: [
    ({ id, adm }, { response }) => ({
      ...(id === '0' && { id: textAt(response, 'bidid') }),
      ...(adm === '' && { adm: undefined }),
    }),
    (bid) => {
      const native = valueAt(bid, 'adm_native');
      return native === undefined || bid.adm ? null : { adm: JSON.stringify(native), adm_native: undefined };
    },
    ({ ext }, { seat, seatbid }) => {
      const networkId = numberAt(seatbid, 'buyer');
      const meta = {
        ...objectAt(ext, 'prebid', 'meta'),
        ...(networkId > 0 && { networkId }),
        ...(seat !== '' && { seat }),
      };
      return Object.keys(meta).length === 0 ? null : { ext: { ...ext, prebid: { ...objectAt(ext, 'prebid'), meta } } };
    },
  ],
});

/** The media type that is asked for when only one may be: video if it stands alone or is fully described, then banner, then native. */
function mainType({ banner, video, native }: Imp): 'banner' | 'video' | 'native' {
  const isFull = video?.mimes && video.protocols && video.maxduration && video.linearity;
  if (video && (isFull || (!banner && !native))) return 'video';
  return banner ? 'banner' : 'native';
}

function videoExt(
  { size_id, skip, skipdelay }: NonNullable<Params['video']> = {},
  rwdd: number | undefined,
): JsonObject {
  return { skip, skipdelay, videotype: rwdd === 1 ? 'rewarded' : undefined, rp: { size_id } };
}

/** The native request parsed beside its text; it must say what the exchange needs to know. */
function nativeWithRequest(native: Imp['native']): { native: Imp['native'] } | Refusal | null {
  if (native === undefined) return null;
  const request = parsed(native.request ?? '');
  if (!isObject(request)) return refuse('native.request is not a JSON object');
  if (native.ver === '1.0' || native.ver === '1.1')
    return { native: { ...native, request_native: request } as Imp['native'] };
  if (!Array.isArray(request['eventtrackers'])) return refuse('the native request has no list of eventtrackers');
  if (request['context'] !== undefined && typeof request['context'] !== 'number')
    return refuse('the native request has a context that is no number');
  if (typeof request['plcmttype'] !== 'number') return refuse('the native request has no plcmttype');
  return { native: { ...native, request_native: request } as Imp['native'] };
}

function impExt(imp: Imp, { params, request, bidder, auction, name }: ImpContext<Params>): JsonObject {
  const { data = {}, skadn, gpid, tid } = imp.ext ?? {};
  const { adserver, pbadslot, ...rest } = data;
  const page = request.site?.page;
  const target = {
    ...params.inventory,
    ...targetingOf(request.site?.ext?.data),
    ...targetingOf(request.app?.ext?.data),
    ...targetingOf(rest),
    ...(page !== undefined && { page: [page] }),
    pbadslot: typeof pbadslot === 'string' && pbadslot !== '' ? pbadslot : undefined,
    dfp_ad_unit_code: textAt(adserver, 'name') === 'gam' ? textAt(adserver, 'adslot') : undefined,
    pbs_login: bidder.credentials.username,
    pbs_version: auction.host.version,
    pbs_url: auction.host.externalUrl,
  };
  const multibid = asList(valueAt(request.ext, auction.namespace, 'multibid'));
  const own = multibid.find((one) => textAt(one, 'bidder') === name);
  const rp = { zone_id: Number(params.zoneId), target, track: { mint: '', mint_version: '' } };
  return { rp, skadn, gpid, tid, maxbids: numberAt(own, 'maxbids') || undefined };
}

/** What stands in place of the user's members: nothing of age, gender and place, data and segments as targeting. */
function userPart({ ext = {}, data }: { ext?: JsonObject; data?: unknown }, { params }: CallContext<Params>) {
  const segments = segmentIds(data, userTaxonomies);
  const target = {
    ...objectAt(ext, 'rp', 'target'),
    ...targetingOf(ext['data']),
    ...params.visitor,
    ...(segments.length > 0 && { iab: segments }),
  };
  const rp = Object.keys(target).length === 0 ? {} : { rp: { target } };
  const left = { ...without(ext, ['data', 'rp']), ...rp };
  const none = { gender: undefined, yob: undefined, geo: undefined, consent: undefined, eids: undefined };
  return { ...none, ext: Object.keys(left).length === 0 ? undefined : left };
}

function inventoryPart({ content }: { content?: { data?: unknown } }, { params }: CallContext<Params>) {
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

function objectAt(value: unknown, ...path: readonly string[]): JsonObject {
  const found = valueAt(value, ...path);
  return isObject(found) ? found : {};
}
