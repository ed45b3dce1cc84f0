/** BidMyAdz: the request as it is; a bid names its kind in its extension. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'bidmyadz',
  endpoint: 'http://endpoint.bidmyadz.com/c0f68227d14ed938c6c49f3967cbe9bc',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cookie-sync.bidmyadz.com/c0f68227d14ed938c6c49f3967cbe9bc?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&red={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ placementId: Type.String() }),
  readsParams: false,
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediaType')],
});
