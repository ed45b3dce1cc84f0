/** GlobalSun: sells for publishers only, a bid is of the kind that its imp asked for. */
import { Type } from 'typebox';
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'globalsun',
  endpoint: 'http://endpoint.globalsun.io/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cs.globalsun.io/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ placementId: Type.String({ minLength: 1 }) }),
  mediaType: ['imp'],
});
