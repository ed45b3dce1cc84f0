/** Adot: a partner's path goes in the URL; bids in US dollars. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { typeAmong } from '../adapter/steps/bid-type.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { pathSegments } from '../adapter/url.ts';

export default defineBidder({
  code: 'adot',
  endpoint: 'https://dsp.adotmob.com/headerbidding{PUBLISHER_PATH}/bidrequest',
  gvlVendorId: 272,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://sync.adotmob.com/cookie/pbs?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
    userMacro: '{amob_user_id}',
  },
  params: Type.Object({
    placementId: Type.Optional(Type.String()),
    parallax: Type.Optional(Type.Boolean()),
    publisherPath: Type.Optional(Type.String({ enum: ['/hubvisor', '/spotx'] })),
  }),
  readsParams: false,
  url: (endpoint, c) => {
    const path = pathSegments(textAt(c.params, 'publisherPath'));
    return path === undefined
      ? refuseCall(c, 'the param publisherPath is not a path')
      : endpoint.replace('{PUBLISHER_PATH}', path);
  },
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [typeAmong(['banner', 'video', 'native'], 'ext', 'adot', 'media_type')],
  bid: [priceMacro('adm', 'nurl')],
});
