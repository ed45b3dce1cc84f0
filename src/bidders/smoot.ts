/** Smoot: sells for publishers and networks, and numbers the kinds of its bids. */
import { numberedKinds, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'smoot',
  endpoint: 'https://endpoint1.smoot.ai/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://usync.smxconv.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  mediaType: [numberedKinds],
});
