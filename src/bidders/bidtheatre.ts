/** Bidtheatre: the request unchanged; fills price macros in `adm` and `nurl`, not in `burl`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { priceMacro } from '../adapter/steps/bid.ts';

export default defineBidder({
  code: 'bidtheatre',
  endpoint: 'https://client-bids.adsby.bidtheatre.com/prebidjsbid',
  gvlVendorId: 30,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://match.adsby.bidtheatre.com/prebidmatch?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ publisherId: Type.String({ format: 'uuid' }) }),
  readsParams: false,
  mediaType: ['ext'],
  bid: [priceMacro('adm', 'nurl')],
});
