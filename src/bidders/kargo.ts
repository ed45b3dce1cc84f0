/** Kargo: the request unchanged; `bid.ext` names the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'kargo',
  endpoint: 'https://krk2.kargo.com/api/v1/openrtb',
  endpointCompression: 'gzip',
  gvlVendorId: 972,
  ortbVersion: '2.6',
  gppSupported: true,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://crb.kargo.com/api/v1/dsync/PrebidServer?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object(
    { placementId: Type.Optional(Type.String()), adSlotID: Type.Optional(Type.String()) },
    { oneOf: [{ required: ['placementId'] }, { required: ['adSlotID'] }] },
  ),
  readsParams: false,
  headers: ['contentType'],
  mediaType: [typeAt('ext', 'mediaType'), 'banner'],
});
