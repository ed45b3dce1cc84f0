/** Blis: the supply partner goes in the path and in a header; fills price macros in `adm`, `nurl` and `burl`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { priceMacro } from '../adapter/steps/bid.ts';

export default defineBidder({
  code: 'blis',
  endpoint: 'https://prebid.lb.infinity.blismedia.com/rtb/213/{{.SupplyId}}',
  endpointCompression: 'gzip',
  gvlVendorId: 94,
  ortbVersion: '2.6',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://tr.blismedia.com/v1/api/sync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
    userMacro: '%%BLIS_USER_TOKEN%%',
  },
  params: Type.Object({ spid: Type.String({ minLength: 1 }) }),
  macros: { SupplyId: ({ params }) => params.spid },
  headers: [(_, { params }) => ['x-supply-partner-id', params.spid ?? '']],
  mediaType: [mtypeOf('banner', 'video', 'native')],
  bid: [priceMacro('adm', 'nurl', 'burl')],
});
