/** Zeta Global: the first imp's seller goes in the URL; that imp is sent without `ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { bareFirst } from '../adapter/steps/body.ts';

export default defineBidder({
  code: 'zeta_global_ssp',
  endpoint: 'https://ssp.disqus.com/bid/prebid-server?sid={{.AccountID}}',
  endpointCompression: 'gzip',
  gvlVendorId: 833,
  ortbVersion: '2.6',
  gppSupported: true,
  modifyingVastXmlAllowed: true,
  disabled: true,
  capabilities: { app: ['banner', 'video', 'audio'], site: ['banner', 'video', 'audio'] },
  sync: {
    redirect:
      'https://ssp.disqus.com/redirectuser?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
    userMacro: 'BUYERUID',
  },
  params: Type.Object({ sid: Type.Optional(Type.Integer()) }),
  body: [bareFirst()],
  macros: { AccountID: ({ params }) => params.sid ?? 0 },
  headers: ['json'],
  mediaType: ['ext'],
});
