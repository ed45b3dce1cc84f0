/** Krushmedia: the key stands in the URL, the browser's language and wish not to be tracked in headers. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';

export default accountEndpoint({
  code: 'krushmedia',
  endpoint: 'http://ads4.krushmedia.com/?c=rtb&m=req&key={{.AccountID}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://cs.krushmedia.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
    redirect:
      'https://cs.krushmedia.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ key: Type.String() }),
  macros: { AccountID: ({ params }) => params.key },
  headers: ['json', 'ortb25', 'ua', 'ipv4', 'language', 'dnt'],
  status: { 503: 'empty' },
});
