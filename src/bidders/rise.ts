/** Rise: the request unchanged; the first organisation among the params goes in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { firstInQuery } from '../adapter/steps/address.ts';
import { mtypeAmong } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'rise',
  endpoint: 'https://pbs.yellowblue.io/pbs',
  endpointCompression: 'gzip',
  gvlVendorId: 1043,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://pbs-cs.yellowblue.io/pbs-iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '[PBS_UID]',
  },
  params: Type.Object(
    {
      org: Type.Optional(Type.String()),
      publisher_id: Type.Optional(Type.String()),
      placementId: Type.Optional(Type.String()),
    },
    { oneOf: [{ required: ['org'] }, { required: ['publisher_id'] }] },
  ),
  url: firstInQuery(
    'publisher_id',
    (p) => p.org?.trim() || p.publisher_id?.trim(),
    'extractOrg: no org or publisher_id supplied',
  ),
  headers: ['contentType'],
  mediaType: [mtypeAmong(['banner', 'video', 'native'], ({ mtype = 0 }) => `unsupported MType ${mtype}`)],
});
