/** Orbidder: floors in euros; imps without a floor also state EUR. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { floorIn } from '../adapter/steps/floor.ts';

export default defineBidder({
  code: 'orbidder',
  endpoint: 'https://orbidder.otto.de/openrtb2',
  gvlVendorId: 559,
  capabilities: { app: ['banner'], site: ['banner', 'native'] },
  sync: {
    redirect: 'https://orbidder.otto.de/pbs-usersync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
    userMacro: '[ODN_ID]',
  },
  params: Type.Object({
    accountId: Type.String(),
    placementId: Type.String(),
    bidfloor: Type.Optional(Type.Number({ minimum: 0 })),
  }),
  imp: [
    // A floor without a currency counts as euros already.
    (imp, c) => (imp.bidfloorcur ? floorIn('EUR')(imp, c) : null) ?? { bidfloorcur: 'EUR' },
  ],
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'native')],
});
