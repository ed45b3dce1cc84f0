/** VOX: the request unchanged; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'vox',
  endpoint: 'https://ssp.hybrid.ai/prebid/server/v1/auction',
  endpointCompression: 'gzip',
  gvlVendorId: 206,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: 'https://ssp.hybrid.ai/prebid/server/v1/userSync?consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    placementId: Type.String(),
    imageUrl: Type.Optional(Type.String()),
    displaySizes: Type.Optional(Type.Array(Type.String())),
  }),
  readsParams: false,
  mediaType: [mtypeOf('banner', 'video')],
});
