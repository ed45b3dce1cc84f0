/** Boldwin: sells for publishers and networks, and numbers the kinds of its bids. */
import { numberedKinds, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'boldwin',
  endpoint: 'http://ssp.videowalldirect.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://sync.videowalldirect.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  mediaType: [numberedKinds],
});
