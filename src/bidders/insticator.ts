/** Insticator: a call for each ad unit; `imp.ext` and `ext` hold only the bidder's members; apps use the endpoint in `extraInfo`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { parsedJson } from '../openrtb/parsed-json.ts';
import { commonId, videoAt } from '../adapter/steps/bid.ts';
import { callers, publisherId } from '../adapter/steps/body.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { impExt } from '../adapter/steps/imp.ts';
import { requireVideo } from '../adapter/steps/require.ts';
import { withQuery } from '../adapter/url.ts';
import { saying } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'insticator',
  endpoint: 'https://ex.ingage.tech/v1/prebidserver',
  endpointCompression: 'gzip',
  gvlVendorId: 910,
  ortbVersion: '2.6',
  extraInfo: '{"app_endpoint":"https://aex.ingage.tech/v1/prebidserver"}',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://usync.ingage.tech?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ adUnitId: Type.String({ minLength: 1 }), publisherId: Type.String({ minLength: 1 }) }),
  ready: ({ extraInfo }) => {
    const appEndpoint = textAt(parsedJson(extraInfo), 'app_endpoint');
    if (!URL.canParse(appEndpoint)) throw new Error('extraInfo must be JSON with app_endpoint, the URL for apps');
    return { appEndpoint, appHost: new URL(appEndpoint).hostname };
  },
  imp: [
    saying('One or more invalid or missing video field(s) w, h, mimes', requireVideo('w', 'h', 'mimes')),
    floorIn('USD'),
    impExt(({ adUnitId, publisherId }) => ({ insticator: { adUnitId, publisherId } })),
  ],
  batch: { by: ({ params }) => params.adUnitId ?? '' },
  body: [publisherId(({ params }) => params.publisherId), callers('insticator')],
  url: (endpoint, { request, ready, params }) =>
    withQuery(request.app ? ready.appEndpoint : endpoint, { publisherId: params.publisherId || undefined }),
  admitsHost: (host, _, { appHost }) => host === appHost,
  headers: ['json', 'ua', 'ipOrIpv6', ({ device }) => ['ip', device?.ip ?? '']],
  mediaType: [({ mtype }) => (mtype === 2 ? 'video' : 'banner')],
  video: videoAt('dur'),
  meta: ({ adomain, cat }, { type, seat }) => ({
    seat: commonId(seat) || undefined,
    advertiserDomains: adomain?.length ? adomain : undefined,
    mediaType: type,
    primaryCatId: cat?.[0] || undefined,
  }),
});
