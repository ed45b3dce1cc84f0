/** OwnAdx: a call for each combination of seat, SSP and token, all in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { aBid, aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'ownadx',
  endpoint: 'https://pbs.prebid-ownadx.com/bidder/bid/{{.SeatID}}/{{.SspID}}?token={{.TokenID}}',
  endpointCompression: 'gzip',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://sync.spoutroserve.com/user-sync?t=image&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&s3={{.RedirectURL}}',
    userMacro: '{USER_ID}',
  },
  params: Type.Object({ sspId: Type.String(), seatId: Type.String(), tokenId: Type.String() }),
  batch: { by: ({ params: { seatId, sspId, tokenId } }) => JSON.stringify([seatId, sspId, tokenId]) },
  macros: {
    SeatID: ({ params }) => params.seatId,
    SspID: ({ params }) => params.sspId,
    TokenID: ({ params }) => params.tokenId,
  },
  headers: ['json', 'ortb25'],
  decode: aBid('Bid cannot be empty', aSeat('Array SeatBid cannot be empty')),
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video')],
});
