/** Magnite (Rubicon): a call for each imp and media type; first-party data goes in `ext.rp`, 2.6 fields to their older places. */
import { Type, type Static } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext, ImpContext } from '../adapter/call-steps.ts';
import type { Changes } from '../openrtb/with-changes.ts';
import { objectAt, textAt, wholeAt } from '../adapter/json.ts';
import { impExt, inventoryPart, nativeWithRequest, userPart, videoExt } from '../adapter/protocols/rubicon.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { set, within } from '../adapter/steps/any.ts';
import { commonId, nativeAsText } from '../adapter/steps/bid.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { isRewarded, onlyType, requireType, typesApart } from '../adapter/steps/imp.ts';
import { requireBannerSize } from '../adapter/steps/size.ts';
import { orWithout } from '../adapter/steps/require.ts';
import { saying } from '../adapter/steps/saying.ts';
import { addQuery } from '../adapter/url.ts';
import type { Imp } from '../openrtb/imp.ts';
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
    ({ id }, { params: { accountId, siteId, zoneId } }) =>
      [accountId, siteId, zoneId].every((one) => Number.isSafeInteger(Number(one)))
        ? null
        : refuseImp(id, 'accountId, siteId and zoneId must be whole numbers below 2^53'),
    saying(
      ({ bidfloorcur }) => `Unable to convert provided bid floor currency from ${bidfloorcur} to USD`,
      floorIn('USD'),
    ),
    set({ secure: 1, audio: undefined }),
    (imp, { params }) => (params.bidonmultiformat ? null : onlyType(imp, mainType(imp))),
    orWithout('banner', requireBannerSize()),
    within('banner', () => ({ ext: { rp: { mime: 'text/html' } } })),
    within('video', (_, c: ImpContext<Params>, imp) => ({ ext: videoExt(c.params.video, isRewarded(imp, c)) })),
    orWithout('native', nativeWithRequest),
    (imp, c) => ({ ext: impExt(imp, c) }),
  ],
  split: (imp) => typesApart()(imp).map((made) => rewardedApart(imp, made)),
  batch: 'perImp',
  body: [
    set({ ext: undefined, cur: undefined }),
    within('user', (user, c: CallContext<Params>) => userPart(lowerUser(user), c)),
    within('device', ({ pxratio = 0 }) => ({ ext: { rp: { pixelratio: pxratio } } })),
    ({ site, app }, c) => {
      if (site !== undefined) return { site: { ...site, ...inventoryPart(site, c) } };
      return app === undefined ? null : { app: { ...app, ...inventoryPart({}, c) } };
    },
    ({ regs }) => (regs === undefined ? null : { regs: lowerRegs(regs) }),
    ({ source }) => (source === undefined ? null : { source: lowerSource(source) }),
    ({ source }, { params }) => (params.pchain ? { source: { ...source, pchain: params.pchain } } : null),
    ({ badv = [] }) => (badv.length > 50 ? { badv: badv.slice(0, 50) } : null),
  ],
  url: (endpoint, { bidder }) =>
    bidder.credentials.tracker === '' ? endpoint : addQuery(endpoint, 'tk_xint', bidder.credentials.tracker),
  headers: ['json', 'basicAuth', () => ['user-agent', 'prebid-server/1.0']],
  note: ({ imps }) => mainType(imps[0]!.imp),
  mediaType: ['ext', (_, { note }) => note as ReturnType<typeof mainType>],
  bid: [
    ({ id, adm }, { response }) => ({
      ...(id === '0' && { id: commonId(textAt(response, 'bidid')) }),
      ...(adm === '' && { adm: undefined }),
    }),
    nativeAsText(),
    ({ ext }, { seat, seatbid }) => {
      const networkId = wholeAt(seatbid, 'buyer');
      const meta = {
        ...objectAt(ext, 'prebid', 'meta'),
        ...(networkId > 0 && { networkId }),
        ...(commonId(seat) !== '' && { seat }),
      };
      return Object.keys(meta).length === 0 ? null : { ext: { ...ext, prebid: { ...objectAt(ext, 'prebid'), meta } } };
    },
  ],
});

/** The media type to ask for if only one is allowed: a video that is fully described or has no banner, else banner, else native. */
function mainType({ banner, video }: Imp): 'banner' | 'video' | 'native' {
  const isFull = video?.mimes && video.protocols && video.maxduration && video.linearity;
  if (video && (isFull || !banner)) return 'video';
  return banner ? 'banner' : 'native';
}

/** The changes for a piece of a split imp: a video states in its own `ext` that it is rewarded, so `rwdd` is removed. */
function rewardedApart({ video, rwdd }: Imp, made: Changes<Imp>): Changes<Imp> {
  return video && rwdd === 1 && !('video' in made) ? { ...made, rwdd: undefined } : made;
}
