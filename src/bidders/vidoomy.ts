/** Vidoomy: a call for each imp; banners without a size take their first format's. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { bannerSize, requireBannerSize } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'vidoomy',
  endpoint: 'https://p.vidoomy.com/api/rtbserver/pbs',
  gvlVendorId: 380,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://vid.vidoomy.com/sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '{{VID}}',
  },
  params: Type.Object({ zoneId: Type.String({ minLength: 1 }) }),
  imp: [requireType('banner', 'video'), requireBannerSize(), bannerSize()],
  batch: 'perImp',
  headers: ['json', 'ortb25', 'ua', 'ip'],
  currency: 'ignored',
  mediaType: [typeOfImp('video', 'banner')],
});
