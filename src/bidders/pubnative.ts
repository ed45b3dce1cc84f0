/** Pubnative: a call for each imp, with zone and token in the URL; the request must state `device.os`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuse } from '../adapter/refusal.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { bannerSize, requireBannerSize } from '../adapter/steps/size.ts';
import { withQuery } from '../adapter/url.ts';
import { saying } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'pubnative',
  endpoint: 'http://dsp.pubnative.net/bid/v1/request',
  gvlVendorId: 512,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ zone_id: Type.Integer(), app_auth_token: Type.String() }),
  imp: [
    (_, { request }) => (request.device?.os ? null : refuse('Impression is missing device OS information')),
    saying('Pubnative only supports banner, video or native ads.', requireType('banner', 'video', 'native')),
    saying('Size information missing for banner', requireBannerSize()),
    bannerSize(),
  ],
  batch: 'perImp',
  url: (endpoint, { params }) => withQuery(endpoint, { apptoken: params.app_auth_token, zoneid: params.zone_id }),
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'native'), 'banner'],
});
