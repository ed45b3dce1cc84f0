/** Mars Media: the first imp's zone goes in the URL; first-price auctions; banners take their first format's size. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuse } from '../adapter/refusal.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { addQuery } from '../adapter/url.ts';
import { saying } from '../adapter/steps/saying.ts';
import { firstFormat, requireBannerSize } from '../adapter/steps/size.ts';
import { set } from '../adapter/steps/any.ts';

export default defineBidder({
  code: 'marsmedia',
  endpoint: 'https://bid306.rtbsrv.com/bidder/?bid=f3xtet',
  gvlVendorId: 776,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://dmp.rtbsrv.com/dmp/profiles/cm?p_id=179&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '${UUID}',
  },
  params: Type.Object({ zoneId: Type.Optional(Type.Union([Type.Integer(), Type.String()])) }),
  example: { zoneId: 1 },
  imp: [
    saying('No valid impression in the bid request', requireType('banner', 'video')),
    saying('No valid banner format in the bid request', requireBannerSize()),
    firstFormat(),
  ],
  onImpError: 'abort',
  body: [set({ at: 1 })],
  says: { params: 'ext.bidder not provided' },
  url: (endpoint, { params: { zoneId } }) => (zoneId ? addQuery(endpoint, 'zone', zoneId) : refuse('Zone is empty')),
  headers: ['json', 'ortb25', 'ua', 'ipv4', 'language', 'dnt'],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'banner')],
});
