/** SmartyAds: the last imp's host, source and account go in the URL; imps are sent without `ext`. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { dropExt } from '../adapter/steps/imp.ts';

export default accountEndpoint({
  code: 'smartyads',
  endpoint: 'http://{{.Host}}.smartyads.com/bid?rtb_seat_id={{.SourceId}}&secret_key={{.AccountID}}',
  gvlVendorId: 534,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://as.ck-ie.com/prebid.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({
    host: Type.String({ pattern: '^[a-zA-Z0-9.-]+(:[0-9]+)?$' }),
    sourceid: Type.String(),
    accountid: Type.String(),
  }),
  imp: [dropExt()],
  body: [],
  macros: {
    Host: ({ imps }) => imps.at(-1)!.params.host,
    SourceId: ({ imps }) => imps.at(-1)!.params.sourceid,
    AccountID: ({ imps }) => imps.at(-1)!.params.accountid,
  },
  headers: ['json', 'ortb25', 'ua', 'ip', 'language', 'dnt'],
});
