/** Nativo: the request as it is; a bid may name its kind and its renderer. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'nativo',
  endpoint: 'https://exchange.postrelease.com/esi?ntv_epid=7',
  gvlVendorId: 263,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://jadserve.postrelease.com/suid/101787?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&ntv_gpp_consent={{.GPP}}&ntv_r={{.RedirectURL}}',
    userMacro: 'NTV_USER_ID',
  },
  params: Type.Object({ placementId: Type.Optional(Type.Union([Type.Integer(), Type.String()])) }),
  readsParams: false,
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: ['ext', typeOfImp('banner', 'video', 'native')],
});
