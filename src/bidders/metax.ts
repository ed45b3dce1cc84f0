/** MetaX: a call for each imp, with publisher and ad unit in the URL; banners without a size take their first format's. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { videoAt } from '../adapter/steps/bid.ts';
import { bannerSize } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'metax',
  endpoint: 'https://hb.metaxads.com/prebid?sid={{.PublisherID}}&adunit={{.AdUnit}}&source=prebid-server',
  gvlVendorId: 1301,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  sync: {
    redirect:
      'https://cm.metaxads.com/pixel?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  params: Type.Object({ publisherId: Type.Integer({ minimum: 1 }), adunit: Type.Integer({ minimum: 1 }) }),
  imp: [bannerSize()],
  batch: 'perImp',
  macros: { PublisherID: ({ params }) => params.publisherId, AdUnit: ({ params }) => params.adunit },
  headers: ['json'],
  mediaType: ['mtype'],
  video: videoAt('dur'),
});
