/** Kivi Ads: takes a publisher's placement or a network's endpoint; a bid has its imp's media type. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'kiviads',
  endpoint: 'http://lb.kiviads.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://sync.kiviads.com/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  mediaType: ['imp'],
});
