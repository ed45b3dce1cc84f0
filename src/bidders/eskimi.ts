/** Eskimi: the first imp's placement goes in `site.ext` or `app.ext`; params add block lists and floors that the request lacks. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { within } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { inventory } from '../adapter/steps/body.ts';

export default defineBidder({
  code: 'eskimi',
  endpoint: 'https://ittr.eskimi.com/prebidjs',
  gvlVendorId: 814,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://ittpx.eskimi.com/sync?sp_id=137&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&dest={{.RedirectURL}}',
    userMacro: '${USER_ID}',
  },
  params: Type.Object(
    {
      placementId: Type.Integer({ minimum: 1 }),
      bidFloor: Type.Optional(Type.Number({ minimum: 0 })),
      bidFloorCur: Type.Optional(Type.String()),
      bcat: Type.Optional(Type.Array(Type.String())),
      badv: Type.Optional(Type.Array(Type.String())),
      bapp: Type.Optional(Type.Array(Type.String())),
      battr: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 17 }))),
    },
    { additionalProperties: false },
  ),
  imp: [
    ({ secure = 1 }) => ({ secure }),
    ({ bidfloor = 0 }, { params: { bidFloor = 0, bidFloorCur } }) =>
      bidfloor > 0 || bidFloor <= 0 ? null : { bidfloor: bidFloor, ...(bidFloorCur && { bidfloorcur: bidFloorCur }) },
    within('banner', ({ battr }, { params }) => ({ battr: firstFilled(battr, params.battr) })),
    within('video', ({ battr }, { params }) => ({ battr: firstFilled(battr, params.battr) })),
  ],
  body: [
    inventory(({ ext }, { params: { placementId } }) => ({ ext: { ...ext, placementId } })),
    ({ bcat, badv, bapp }, { params }) => ({
      bcat: firstFilled(bcat, params.bcat),
      badv: firstFilled(badv, params.badv),
      bapp: firstFilled(bapp, params.bapp),
    }),
  ],
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video'), 'onlyImpType'],
});

/** The first list that is not empty; undefined if there is none. */
function firstFilled<T>(...lists: readonly (T[] | undefined)[]): T[] | undefined {
  return lists.find((list) => list?.length);
}
