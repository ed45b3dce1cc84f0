/** Beachfront: one call in a private format for all banners, an OpenRTB call for each video, answered with markup or a notice URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { idCookie } from '../adapter/headers.ts';
import type { CallContext } from '../adapter/call-steps.ts';
import { textAt, valueAt, wholeAt } from '../adapter/json.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import {
  bannerBody,
  decodeBanners,
  decodeVideos,
  markupBid,
  noticeBid,
  videoBody,
  videoSize,
} from '../adapter/protocols/beachfront.ts';
import {
  appIdOf,
  domainOfBundle,
  highestFloor,
  withAppId,
  type Params,
} from '../adapter/protocols/beachfront-places.ts';
import { badReply } from '../adapter/refusal.ts';
import { set, within } from '../adapter/steps/any.ts';
import { requireType, typesApart } from '../adapter/steps/imp.ts';
import { bannerFormat, requireBannerSize } from '../adapter/steps/size.ts';
import { orWithout } from '../adapter/steps/require.ts';
import { hostOfPage, queryValue } from '../adapter/url.ts';

const params = Type.Object(
  {
    appId: Type.Optional(Type.String()),
    appIds: Type.Optional(
      Type.Object(
        { video: Type.Optional(Type.String()), banner: Type.Optional(Type.String()) },
        { anyOf: [{ required: ['video'] }, { required: ['banner'] }] },
      ),
    ),
    bidfloor: Type.Optional(Type.Number()),
    videoResponseType: Type.Optional(Type.String()),
  },
  { oneOf: [{ required: ['appIds'] }, { required: ['appId'] }] },
);

/** Placeholder for an unknown client IP: without one the bidder returns no markup. */
const unknownIp = '255.255.255.255';

export default defineBidder({
  code: 'beachfront',
  endpoint: 'https://display.bfmio.com/prebid_display',
  gvlVendorId: 335,
  extraInfo: '{"video_endpoint":"https://reachms.bfmio.com/bid.json?exchange_id"}',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: 'https://sync.bfmio.com/sync_s2s?gdpr={{.GDPR}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
    userMacro: '[io_cid]',
  },
  params,
  ready: ({ extraInfo }) => {
    const videoEndpoint = textAt(parsedJson(extraInfo), 'video_endpoint');
    if (URL.canParse(videoEndpoint)) return { videoEndpoint, videoHost: new URL(videoEndpoint).hostname };
    throw new Error('extraInfo must be JSON with the URL video_endpoint');
  },
  imp: [
    requireType('banner', 'video'),
    bannerFormat(),
    orWithout('banner', requireBannerSize()),
    withAppId,
    highestFloor,
    set({ ext: undefined, audio: undefined, native: undefined }),
  ],
  split: typesApart(),
  batch: { by: ({ imp, at }) => (imp.banner ? 'banner' : `video ${at}`) },
  body: [
    set({ cur: ['USD'], ext: undefined }),
    within('site', ({ domain, page }) => ({ domain: domain || hostOfPage(page) })),
    within('app', ({ domain, bundle }, c) =>
      domain || kindOf(c) === 'banner' ? null : { domain: domainOfBundle(bundle) },
    ),
    ({ app, device }, c) => ({
      device: {
        ...device,
        devicetype: device?.devicetype || (app ? 1 : 2),
        ...(kindOf(c) === 'adm' && !device?.ip && { ip: unknownIp }),
      },
    }),
  ],
  encode: (request, c) => {
    const kind = kindOf(c);
    if (kind !== 'banner') return videoBody(request, c.imps[0]!.imp, { isNotice: kind === 'nurl' });
    return bannerBody(
      request,
      c.imps.map(({ imp, params }) => ({ imp, appId: appIdOf(params, 'banner') })),
    );
  },
  url: (endpoint, c) => {
    const kind = kindOf(c);
    if (kind === 'banner') return endpoint;
    return `${c.ready.videoEndpoint}=${queryValue(appIdOf(c.params, 'video'))}${kind === 'nurl' ? '&prebidserver' : ''}`;
  },
  admitsHost: (host, _, { videoHost }) => host === videoHost,
  headers: [
    'json',
    'ua',
    'language',
    'dnt',
    (request, c) => (kindOf(c) === 'banner' ? [] : idCookie('__io_cid')(request)),
  ],
  note: (c) => ({
    kind: kindOf(c),
    size: videoSize(c.imps[0]!.imp),
  }),
  decode: (reply, { note, imps, isStored }) => {
    const kind = textAt(note, 'kind');
    if (kind === 'banner' || (isStored && Array.isArray(reply)))
      return Array.isArray(reply) ? decodeBanners(reply) : badReply('the reply is not a list of banners');
    return decodeVideos(reply, (bid) =>
      kind === 'nurl' ? noticeBid(bid, imps[0]?.id ?? '', valueAt(note, 'size')) : markupBid(bid),
    );
  },
  currency: 'ignored',
  mediaType: ['imp'],
  video: ({ ext, cat }) => {
    const duration = wholeAt(ext, 'duration');
    return duration > 0 ? { duration, primary_category: cat?.[0] ?? '' } : undefined;
  },
});

/** What a call asks for: banners, a video as markup, or a video as a notice URL. */
function kindOf({ imps: [first] }: Pick<CallContext<Params>, 'imps'>): 'banner' | 'adm' | 'nurl' {
  if (first!.imp.banner) return 'banner';
  return first!.params.videoResponseType === 'nurl' ? 'nurl' : 'adm';
}
