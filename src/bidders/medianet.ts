/** Media.net: the request unchanged; the URL names the calling host (`extraInfo`). */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'medianet',
  endpoint: 'https://prebid-adapter.media.net/rtb/pb/prebids2s',
  endpointCompression: 'gzip',
  gvlVendorId: 142,
  ortbVersion: '2.6',
  modifyingVastXmlAllowed: true,
  extraInfo: 'https://medianet.golang.pbs.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://hbx.media.net/checksync.php?cid=8CUEHS6F9&cs=87&type=mpbc&cv=37&vsSync=1&uspstring={{.USPrivacy}}&gdpr={{.GDPR}}&gdprstring={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    redirect:
      'https://cs.media.net/cksync.php?cs=1&type=pbs&ovsid=setstatuscode&bidder=medianet&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
    userMacro: '<vsid>',
  },
  params: Type.Object({ cid: Type.String({ minLength: 1 }), crid: Type.String({ minLength: 1 }) }),
  readsParams: false,
  url: (endpoint, { bidder }) => withQuery(endpoint, { src: bidder.extraInfo || undefined }),
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
