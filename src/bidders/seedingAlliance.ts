/** Seeding Alliance: the ad unit is the `tagid`; asks for euros as well; the last account or seat goes in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { lastParam } from '../adapter/steps/params.ts';

export default defineBidder({
  code: 'seedingAlliance',
  endpoint: 'https://b.nativendo.de/cds/rtb/bid?ssp={{.AccountID}}',
  gvlVendorId: 371,
  capabilities: { site: ['native', 'banner'] },
  sync: {
    redirect:
      'https://dmp.nativendo.de/set-uuid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect_url={{.RedirectURL}}',
    userMacro: '$UID',
  },
  aliases: [
    {
      code: 'finative',
      endpoint: 'https://b.finative.cloud/cds/rtb/bid?ssp={{.AccountID}}',
      gvlVendorId: 371,
    },
    {
      code: 'suntContent',
      endpoint: 'https://b.suntcontent.se/cds/rtb/bid?ssp={{.AccountID}}',
      gvlVendorId: 1097,
      sync: {
        redirect:
          'https://dmp.suntcontent.se/set-uuid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect_url={{.RedirectURL}}',
        userMacro: '$UID',
      },
    },
  ],
  params: Type.Object({
    adUnitId: Type.String({ minLength: 1 }),
    seatId: Type.Optional(Type.String()),
    accountId: Type.Optional(Type.String()),
  }),
  imp: [tagId((p) => p.adUnitId)],
  body: [({ cur = [] }) => (cur.includes('EUR') ? null : { cur: [...cur, 'EUR'] })],
  macros: {
    AccountID: ({ imps }) => lastParam(imps, ({ accountId, seatId }) => accountId || seatId) ?? 'pbs',
  },
  headers: ['json'],
  mediaType: ['ext'],
  bid: [priceMacro('adm')],
});
