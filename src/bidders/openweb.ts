/** OpenWeb: the request unchanged; the first organisation, or its older number, among the params goes in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { firstInQuery } from '../adapter/steps/address.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'openweb',
  endpoint: 'https://pbs.openwebmp.com/pbs',
  gvlVendorId: 280,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://pbs-cs.openwebmp.com/pbs-iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '[PBS_UID]',
  },
  params: Type.Object(
    {
      placementId: Type.String({ minLength: 1 }),
      aid: Type.Optional(Type.Integer()),
      org: Type.Optional(Type.String({ minLength: 1 })),
    },
    { oneOf: [{ required: ['aid'] }, { required: ['org'] }] },
  ),
  url: firstInQuery('publisher_id', ({ org, aid }) => org?.trim() || aid, 'no imp has the param org or aid'),
  headers: ['contentType'],
  mediaType: [mtypeOf('banner', 'video')],
});
