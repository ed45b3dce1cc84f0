/** Trustedstack: the request unchanged; the URL names the calling host (its external URL). */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'trustedstack',
  endpoint: 'https://prebid-adapter.trustedstack.com/rtb/pb/trustedstacks2s',
  endpointCompression: 'gzip',
  gvlVendorId: 1288,
  ortbVersion: '2.6',
  modifyingVastXmlAllowed: true,
  extraInfo: 'https://trustedstack.golang.pbs.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://hb.trustedstack.com/checksync.php?cid=TS2Q14L8J&cs=87&type=mpbc&cv=37&vsSync=1&uspstring={{.USPrivacy}}&gdpr={{.GDPR}}&gdprstring={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    redirect:
      'https://hb.trustedstack.com/cksync?cs=1&type=pbs&ovsid=setstatuscode&bidder=trustedstack&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
    userMacro: '<vsid>',
  },
  params: Type.Object({ cid: Type.String({ minLength: 1 }), crid: Type.String({ minLength: 1 }) }),
  readsParams: false,
  url: (endpoint, { auction }) => withQuery(endpoint, { src: auction.host.externalUrl || undefined }),
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
