/** Logan: takes a publisher's placement; a bid has its imp's media type. */
import { Type } from 'typebox';
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'logan',
  endpoint: 'http://USeast2.logan.ai/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://ssp-cookie.logan.ai/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ placementId: Type.String({ minLength: 1 }) }),
  mediaType: ['imp'],
});
