/** Clickonometrics: the request unchanged. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'ccx',
  endpoint: 'https://delivery.clickonometrics.pl/ortb/prebid/bid',
  gvlVendorId: 773,
  capabilities: { site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://sync.clickonometrics.pl/prebid/set-cookie?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirurl={{.RedirectURL}}',
    userMacro: '${USER_ID}',
  },
  params: Type.Object({ placementId: Type.Integer() }),
  readsParams: false,
  headers: ['json'],
  mediaType: [typeOfImp('banner', 'video')],
});
