/** Pubnative: apps whose system is known, a call for each imp with zone and token in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { requireDevice } from '../adapter/steps/device.ts';
import { bannerSize, requireBannerSize, requireType } from '../adapter/steps/imp.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'pubnative',
  endpoint: 'http://dsp.pubnative.net/bid/v1/request',
  gvlVendorId: 512,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ zone_id: Type.Integer(), app_auth_token: Type.String() }),
  imp: [requireType('banner', 'video', 'native'), requireBannerSize(), bannerSize()],
  batch: 'perImp',
  body: [requireDevice('os')],
  url: (endpoint, { params }) => withQuery(endpoint, { apptoken: params.app_auth_token, zoneid: params.zone_id }),
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['imp', 'banner'],
});
