/** AcuityAds: the first imp's host and account go in the URL. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';

export default accountEndpoint({
  code: 'acuityads',
  endpoint: 'http://{{.Host}}.admanmedia.com/bid?token={{.AccountID}}',
  gvlVendorId: 231,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cs.admanmedia.com/sync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({
    host: Type.String({ minLength: 1, pattern: '^[a-zA-Z0-9.-]+(:[0-9]+)?$' }),
    accountid: Type.String({ minLength: 1 }),
  }),
  macros: { Host: ({ params }) => params.host, AccountID: ({ params }) => params.accountid },
});
