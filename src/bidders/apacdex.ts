/** Apacdex: the params themselves are `imp.ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { impExt } from '../adapter/steps/imp.ts';

/** The bidder and its aliases share one sync. */
const sync = {
  iframe:
    'https://sync.quantumdex.io/usersync/pbs?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
  redirect:
    'https://sync.quantumdex.io/getuid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
  userMacro: '[UID]',
};

export default defineBidder({
  code: 'apacdex',
  endpoint: 'http://useast.quantumdex.io/auction/pbs',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync,
  aliases: [
    { code: 'quantumdex', sync },
    { code: 'valueimpression', sync },
  ],
  params: Type.Object(
    {
      placementId: Type.Optional(Type.String()),
      siteId: Type.Optional(Type.String()),
      floorPrice: Type.Optional(Type.Number()),
    },
    { oneOf: [{ required: ['placementId'] }, { required: ['siteId'] }] },
  ),
  imp: [impExt((p) => p)],
  headers: ['json', 'ortb25'],
  mediaType: ['ext'],
});
