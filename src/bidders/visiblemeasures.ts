/** Visible Measures: sells for publishers and networks, a bid is of the kind that its imp asked for. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'visiblemeasures',
  endpoint: 'https://us-e.visiblemeasures.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cs.visiblemeasures.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  mediaType: ['imp'],
});
