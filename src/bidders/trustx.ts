/** TrustX: the ad server's slot becomes `imp.ext.gpid`; bids name the network behind them. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { networkNameAt, videoAt } from '../adapter/steps/bid.ts';
import { addToImpExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'trustx',
  endpoint: 'https://ads.trustx.org/pbs',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://static.cdn.trustx.org/x/user_sync.html?source=pbs&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    redirect:
      'https://sync.trustx.org/usync-pbs?us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ uid: Type.Optional(Type.Integer()), keywords: Type.Optional(Type.Object({})) }),
  readsParams: false,
  imp: [addToImpExt((_, { ext }) => ({ gpid: textAt(ext, 'data', 'adserver', 'adslot') || undefined }))],
  headers: ['json', 'ortb26', 'ua', 'origin', 'ref', 'ipv6OrIp'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video')],
  video: videoAt('dur'),
  meta: networkNameAt('ext', 'bidder', 'trustx', 'networkName'),
});
