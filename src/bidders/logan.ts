/** Logan: sells for publishers only, a bid is of the kind that its imp asked for. */
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
