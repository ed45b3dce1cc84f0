/** AAX: the URL names the calling host (`extraInfo`); `bid.ext.adCodeType` may name the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { unknownType } from '../adapter/steps/saying.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'aax',
  endpoint: 'https://prebid.aaxads.com/rtb/pb/aax-prebid',
  gvlVendorId: 720,
  modifyingVastXmlAllowed: true,
  extraInfo: 'https://aax.golang.pbs.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://c.aaxads.com/aacxc.php?fv=1&wbsh=psa&ryvlg=setstatuscode&bidder=aax&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '<vsid>',
  },
  params: Type.Object({ cid: Type.String({ minLength: 1 }), crid: Type.String({ minLength: 1 }) }),
  url: (endpoint, { bidder }) => withQuery(endpoint, { src: bidder.extraInfo || undefined }),
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [
    typeAt('ext', 'adCodeType'),
    'onlyImpType',
    unknownType(({ impid }) => `unable to fetch mediaType in multi-format: ${impid}`),
  ],
});
