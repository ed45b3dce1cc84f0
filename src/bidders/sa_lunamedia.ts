/** SA Lunamedia: the request unchanged; `bid.ext` names the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { aBid, aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'sa_lunamedia',
  endpoint: 'http://balancer.lmgssp.com/pserver',
  gvlVendorId: 998,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cookie.lmgssp.com/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ key: Type.String(), type: Type.String({ enum: ['network', 'publisher'] }) }),
  readsParams: false,
  headers: ['json'],
  decode: aBid('Empty SeatBid.Bids', aSeat('Empty SeatBid')),
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediaType')],
});
