/** CPMStar: the params themselves are added to `imp.ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { addToImpExt, dropFromExt, requireType } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'cpmstar',
  endpoint: 'https://server.cpmstar.com/openrtbbidrq.aspx',
  gvlVendorId: 1317,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://server.cpmstar.com/usersync.aspx?ifr=1&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    redirect:
      'https://server.cpmstar.com/usersync.aspx?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ placementId: Type.Integer(), subpoolId: Type.Optional(Type.Integer()) }),
  imp: [requireType('banner', 'video'), dropFromExt('bidder'), addToImpExt((p) => p)],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
