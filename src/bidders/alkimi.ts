/** Alkimi: params set `instl`, `exp` and, unless the imp has both a floor and its currency, the floor; fills price macros. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { aSeat } from '../adapter/steps/seats.ts';

/** Sets the floor from the params. */
const paramsFloor = floorOf<{ readonly bidFloor?: number }>((p) => p.bidFloor);

export default defineBidder({
  code: 'alkimi',
  endpoint: 'https://exchange.alkimi-onboarding.com/server/bid',
  gvlVendorId: 1169,
  capabilities: { app: ['banner', 'video', 'audio'], site: ['banner', 'video', 'audio'] },
  sync: {
    redirect:
      'https://user-sync.alkimi-onboarding.com/ssp-sync?gdpr={{.GDPR}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '${UID}',
  },
  params: Type.Object({
    token: Type.String(),
    bidFloor: Type.Optional(Type.Number({ minimum: 0 })),
    instl: Type.Optional(Type.Number()),
    exp: Type.Optional(Type.Number()),
  }),
  imp: [
    ({ id }, { params: { instl = 0, exp = 0 } }) =>
      Number.isSafeInteger(instl) && Number.isSafeInteger(exp)
        ? null
        : refuseImp(id, 'the params instl and exp must be whole numbers'),
    (imp, c) => (imp.bidfloor && imp.bidfloorcur ? null : paramsFloor(imp, c)),
    ({ id, ext, instl, exp }, { params }) => ({
      instl: params.instl ?? instl,
      exp: params.exp ?? exp,
      ext: { ...ext, bidder: { bidFloor: 0, instl: 0, exp: 0, ...params, adUnitCode: id } },
    }),
  ],
  headers: ['json'],
  decode: aSeat('Empty SeatBid array'),
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'audio')],
  bid: [priceMacro('adm', 'nurl')],
});
