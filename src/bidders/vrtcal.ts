/** VRTCAL: the request unchanged; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'vrtcal',
  endpoint: 'http://rtb.vrtcal.com/bidder_prebid.vap?ssp=1804',
  gvlVendorId: 706,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://usync.vrtcal.com/i?ssp=1804&synctype=iframe&us_privacy={{.USPrivacy}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&surl={{.RedirectURL}}',
    redirect:
      'https://usync.vrtcal.com/i?ssp=1804&synctype=redirect&us_privacy={{.USPrivacy}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&surl={{.RedirectURL}}',
    userMacro: '$$VRTCALUSER$$',
  },
  params: Type.Object({ just_an_unused_vrtcal_param: Type.Optional(Type.String()) }),
  readsParams: false,
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
