/** Compass: sells for publishers and networks, a bid is of the kind that its imp asked for. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'compass',
  endpoint: 'http://sa-lb.deliverimp.com/pserver',
  gvlVendorId: 883,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://sa-cs.deliverimp.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
    redirect:
      'https://sa-cs.deliverimp.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  mediaType: ['imp'],
});
