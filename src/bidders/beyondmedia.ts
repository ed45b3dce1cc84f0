/** Beyond Media: sells for publishers only, a bid is of the kind that its imp asked for. */
import { Type } from 'typebox';
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'beyondmedia',
  endpoint: 'http://backend.andbeyond.media/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cookies.andbeyond.media/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ placementId: Type.String({ minLength: 1 }) }),
  mediaType: ['imp'],
});
