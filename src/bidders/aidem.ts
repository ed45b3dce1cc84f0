/** AIDEM: the first imp's publisher is the billing id in the URL; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'aidem',
  endpoint: 'https://zero.aidemsrv.com/ortb/v2.6/bid/request?billing_id={{.PublisherID}}',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://gum.aidemsrv.com/prebid_sync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    siteId: Type.String({ minLength: 1 }),
    publisherId: Type.String({ minLength: 1 }),
    placementId: Type.Optional(Type.String({ minLength: 1 })),
    rateLimit: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  }),
  macros: { PublisherID: ({ params }) => params.publisherId },
  headers: ['contentType'],
  decode: aSeat('Empty SeatBid array'),
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video')],
});
