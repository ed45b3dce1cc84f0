/** Dianomi: the smart ad is the `tagid`; the first `priceType` among the params applies to the whole request. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'dianomi',
  endpoint: 'https://www-prebid.dianomi.com/cgi-bin/smartads_prebid.pl',
  gvlVendorId: 885,
  disabled: true,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: {
    iframe:
      'https://www-prebid.dianomi.com/prebid/usersync/index.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    redirect:
      'https://data.dianomi.com/frontend/usync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    smartadId: Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })]),
    priceType: Type.Optional(Type.String({ pattern: 'gross|net' })),
  }),
  imp: [tagId((p) => p.smartadId)],
  body: [
    ({ ext }, { imps }) => {
      const pt = imps.map(({ params }) => params.priceType).find((type) => type === 'gross' || type === 'net');
      return pt === undefined ? null : { ext: { prebid: {}, ...ext, pt } };
    },
  ],
  headers: ['json'],
  mediaType: ['ext'],
});
