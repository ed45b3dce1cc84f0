/** SA Lunamedia: the request as it is; a bid names its kind in its extension. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply, Refusal } from '../adapter/definition.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { seats } from '../adapter/steps/seats.ts';

/** It says with status 204 that it does not bid, so that a reply without a seat, or a bid, is broken. */
const aSeat = seats({ least: 1, says: () => 'Empty SeatBid' });

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
  decode: (reply) => {
    const decoded = aSeat(reply);
    if (decoded instanceof Refusal || decoded.bids.length > 0 || decoded.problems?.length) return decoded;
    return badReply('Empty SeatBid.Bids');
  },
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediaType')],
});
