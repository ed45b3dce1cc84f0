/** InMobi: the first imp must name a placement, which stays in the params; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/refusal.ts';
import { mtypeAmong } from '../adapter/steps/bid-type.ts';
import { bannerSize } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'inmobi',
  endpoint: 'https://api.w.inmobi.com/showad/openrtb/bidder/prebid',
  gvlVendorId: 333,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://sync.inmobi.com/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    redirect:
      'https://sync.inmobi.com/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '{ID5UID}',
  },
  params: Type.Object({ plc: Type.Union([Type.String()]) }),
  imp: [bannerSize()],
  together: [([first]) => (first?.params.plc ? null : refuse("'plc' is a required attribute for InMobi's bidder ext"))],
  headers: ['json'],
  says: { empty: 'No impression in the request' },
  currency: 'ignored',
  mediaType: [
    mtypeAmong(['banner', 'video', 'native'], ({ id, mtype = 0 }) => `Unsupported mtype ${mtype} for bid ${id}`),
  ],
});
