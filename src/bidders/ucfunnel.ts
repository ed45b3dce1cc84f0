/** ucfunnel: the request as it is, in one call; the kind of a bid is that of its imp. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { requireParam } from '../adapter/steps/require.ts';
import { typeOfImp } from '../adapter/media-type.ts';

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
  imp: [requireParam('partnerid', (p) => p.partnerid)],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
