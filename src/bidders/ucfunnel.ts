/** ucfunnel: the request unchanged, in one call to the partner's path; a bid has its imp's media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { pathSegment } from '../adapter/url.ts';

export default defineBidder({
  code: 'ucfunnel',
  endpoint: 'https://pbs.aralego.com/prebid',
  gvlVendorId: 607,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://sync.aralego.com/idsync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usprivacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: 'SspCookieUserId',
  },
  params: Type.Object({ adunitid: Type.Optional(Type.String()), partnerid: Type.String() }),
  example: { adunitid: 'example', partnerid: 'example' },
  url: (endpoint, c) => {
    const { partnerid = '', adunitid = '' } = c.params;
    const partner = pathSegment(partnerid);
    return partner && adunitid
      ? `${endpoint}/${partner}/request`
      : refuseCall(c, 'the params lack partnerid or adunitid');
  },
  headers: ['contentTypePlain'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
