/** BLIINK: the request unchanged; a bid has its imp's media type, which must be the only one. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { unknownType } from '../adapter/steps/saying.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'bliink',
  endpoint: 'https://engine.bliink.io/bid',
  gvlVendorId: 658,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://tag.bliink.io/usersync.html?gdpr={{.GDPR}}&gdprConsent={{.GDPRConsent}}&uspConsent={{.USPrivacy}}&redirect={{.RedirectURL}}',
    redirect:
      'https://cookiesync.api.bliink.io/getuid?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ tagId: Type.String(), imageUrl: Type.Optional(Type.String()) }),
  readsParams: false,
  headers: ['json', 'ortb25'],
  decode: aSeat('Empty SeatBid array'),
  mediaType: ['onlyImpType', unknownType(({ impid }) => `unable to fetch mediaType in multi-format: ${impid}`)],
});
