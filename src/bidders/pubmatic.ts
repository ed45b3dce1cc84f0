/** PubMatic: one call for all imps; `adSlot` is the slot's name and size; `ext` holds the params of the whole call. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext } from '../adapter/call-steps.ts';
import { fledgeByImp } from '../adapter/fledge.ts';
import { textAt, textsOf, valueAt, wholeAt } from '../adapter/json.ts';
import { nativeText } from '../adapter/native-markup.ts';
import { pubmaticExt } from '../adapter/protocols/pubmatic.ts';
import { refuse } from '../adapter/refusal.ts';
import { publisherId, requestExt } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { displayManager, impExt, requireType } from '../adapter/steps/imp.ts';
import { bannerSize } from '../adapter/steps/size.ts';
import { firstParam } from '../adapter/steps/params.ts';
import type { Imp } from '../openrtb/imp.ts';
import { isObject } from '../openrtb/json-object.ts';
import { saying, unknownType } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'pubmatic',
  endpoint: 'https://hbopenbid.pubmatic.com/translator?source=prebid-server',
  endpointCompression: 'gzip',
  gvlVendorId: 76,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe: {
      url: 'https://ads.pubmatic.com/AdServer/js/user_sync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&predirect={{.RedirectURL}}',
      userMacro: '',
    },
    redirect: {
      url: 'https://image8.pubmatic.com/AdServer/ImgSync?p=159706&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&pu={{.RedirectURL}}',
      userMacro: '#PMUID',
    },
  },
  params: Type.Object({
    publisherId: Type.String(),
    adSlot: Type.Optional(Type.String()),
    pmzoneid: Type.Optional(Type.String()),
    kadfloor: Type.Optional(Type.String()),
    dctr: Type.Optional(Type.String()),
    acat: Type.Optional(Type.Array(Type.String())),
    wrapper: Type.Optional(Type.Object({ profile: Type.Integer(), version: Type.Optional(Type.Integer()) })),
    keywords: Type.Optional(
      Type.Array(Type.Object({ key: Type.String(), value: Type.Array(Type.String(), { minItems: 1 }) }), {
        minItems: 1,
      }),
    ),
  }),
  imp: [
    saying(
      ({ id }) => `Invalid MediaType. PubMatic only supports Banner, Video and Native. Ignoring ImpID=${id}`,
      requireType('banner', 'video', 'native'),
    ),
    displayManager({ split: true }),
    (imp, { params: { adSlot = '' } }) => slotOf(imp, adSlot.trim()),
    bannerSize(),
    floorOf((p) => Number(p.kadfloor), { when: 'ifHigher' }),
    impExt(pubmaticExt),
    () => ({ audio: undefined }),
  ],
  body: [publisherId(({ imps }) => firstParam(imps, (p) => p.publisherId)?.trim()), requestExt(callExt)],
  headers: ['json'],
  mediaType: [
    'mtype',
    unknownType(({ mtype = 0, impid }) => `failed to parse bid mtype (${mtype}) for impression id ${impid}`),
  ],
  bid: [
    ({ cat = [] }) => (cat.length > 1 ? { cat: cat.slice(0, 1) } : null),
    ({ adm }, { type }) => (type === 'native' && adm !== undefined ? { adm: nativeText(adm) } : null),
  ],
  seat: ({ ext }) => textAt(ext, 'marketplace'),
  video: ({ ext }) => ({ duration: wholeAt(ext, 'video', 'duration') }),
  dealpriority: ({ ext }) => wholeAt(ext, 'prebiddealpriority'),
  meta: ({ ext }, { type }) =>
    ext && {
      networkId: wholeAt(ext, 'dspid') || undefined,
      advertiserId: wholeAt(ext, 'advid') || undefined,
      // `ibv` marks an in-banner video.
      mediaType: ext['ibv'] === true ? 'video' : type,
    },
  fledge: ({ response }) => fledgeByImp(valueAt(response, 'ext', 'fledge_auction_configs'), ''),
});

/** Reads the tag and the banner's size from `name@WxH`; a size of 0x0 is ignored. */
function slotOf({ banner }: Imp, adSlot: string) {
  if (adSlot === '') return null;
  const [name = '', size, more] = adSlot.split('@').map((part) => part.trim());
  if (size === undefined) return { tagid: name };
  if (name === '' || size === '' || more !== undefined) return refuse(`Invalid adSlot provided ${adSlot}`);
  const [w = '', height, third] = size.toLowerCase().split('x');
  const [h = ''] = height?.split(':') ?? [];
  if (height === undefined || third !== undefined) return refuse(`Invalid size provided in adSlot ${adSlot}`);
  if (!isLength(w.trim())) return refuse(`Invalid width provided in adSlot ${adSlot}`);
  if (!isLength(h.trim())) return refuse(`Invalid height provided in adSlot ${adSlot}`);
  const sized = banner && Number(w) > 0 && Number(h) > 0 && { banner: { ...banner, w: Number(w), h: Number(h) } };
  return { tagid: name, ...sized };
}

function isLength(text: string): boolean {
  return /^\d{1,5}$/.test(text);
}

/** The `ext` of the call: the bidder's name, and params from the request's `bidderparams`, else from the first imp that has them. */
function callExt({ request, imps, name, auction }: CallContext<{ wrapper?: object; acat?: readonly string[] }>) {
  const stated = valueAt(request.ext, auction.namespace, 'bidderparams');
  const callParams = valueAt(stated, name) ?? stated;
  const acat = textsOf(valueAt(callParams, 'acat') ?? firstParam(imps, (p) => p.acat));
  const wrappers = [valueAt(callParams, 'wrapper'), ...imps.map(({ params }) => params.wrapper)].filter(isObject);
  return {
    ...((wrappers.length > 0 || request.ext !== undefined) && {
      wrapper: { ...profileOf(wrappers), biddercode: name },
    }),
    ...(acat.length > 0 && { acat: acat.map((category) => category.trim()) }),
  };
}

/** The profile and its version, each from the first wrapper that names it. */
function profileOf(wrappers: readonly object[]) {
  const first = (member: string) => wrappers.map((one) => wholeAt(one, member)).find((number) => number > 0);
  return { profile: first('profile'), version: first('version') };
}
