/** BidMyAdz: the request unchanged; it must have one imp only, `device.ua` and an IP; `bid.ext` names the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/refusal.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { aBid, aSeat } from '../adapter/steps/seats.ts';

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
  together: [
    (imps) => (imps.length > 1 ? refuse('the bidder answers for one imp: ask for no more in one request') : null),
  ],
  body: [
    ({ device = {} }) => {
      if (!device.ua) return refuse('the request lacks device.ua');
      return device.ip || device.ipv6 ? null : refuse('the request lacks device.ip');
    },
  ],
  headers: ['json', 'ortb25'],
  decode: aBid('Empty SeatBid.Bids', aSeat('Empty SeatBid')),
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediaType')],
});
