/** QT: sells for publishers and networks, and numbers the kinds of its bids. */
import { numberedKinds, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'qt',
  endpoint: 'https://endpoint1.qt.io/pserver',
  gvlVendorId: 1331,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cs.qt.io/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  mediaType: [numberedKinds],
});
