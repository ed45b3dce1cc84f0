/** YIELD ONE: banners without a size take their first format's. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { bannerSize } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'yieldone',
  endpoint: 'https://y.one.impact-ad.jp/hbs_imp',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://y.one.impact-ad.jp/hbs_cs?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirectUri={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ placementId: Type.String() }),
  imp: [bannerSize()],
  headers: ['contentType'],
  mediaType: [typeOfImp('banner', 'video')],
});
