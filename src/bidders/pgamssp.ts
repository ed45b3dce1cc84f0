/** PGAM SSP: takes a publisher's placement or a network's endpoint; floors in US dollars if there is a rate. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';
import { floorInIfRate } from '../adapter/steps/floor.ts';

export default placementOrEndpoint({
  code: 'pgamssp',
  endpoint: 'http://us-east.pgammedia.com/pserver',
  gvlVendorId: 1353,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://cs.pgammedia.com/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  imp: [floorInIfRate('USD')],
});
