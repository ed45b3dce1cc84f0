/** Minute Media: the request unchanged; the first organisation among the params goes in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { firstInQuery } from '../adapter/steps/address.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'minutemedia',
  endpoint: 'https://pbs.minutemedia-prebid.com/pbs-mm',
  gvlVendorId: 918,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://pbs-cs.minutemedia-prebid.com/pbs-iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '[PBS_UID]',
  },
  params: Type.Object({ org: Type.String({ minLength: 1 }) }),
  url: firstInQuery('publisher_id', (p) => p.org?.trim(), 'no imp has the param org'),
  headers: ['contentType'],
  mediaType: [mtypeOf('banner', 'video')],
});
