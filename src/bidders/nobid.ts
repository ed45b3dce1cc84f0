/** NoBid: the request unchanged; a bid has its imp's media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'nobid',
  endpoint: 'https://ads.servenobid.com/ortb_adreq?tek=pbs&ver=1',
  gvlVendorId: 816,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://public.servenobid.com/sync.html?tek=pbs&ver=1&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    redirect:
      'https://ads.servenobid.com/getsync?tek=pbs&ver=1&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ siteId: Type.Integer(), placementId: Type.Optional(Type.Integer()) }),
  readsParams: false,
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
