/** Eskimi: site and app name the placement of the first imp; params may set the floor and add to what is blocked. */
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
    (_, { params: { bidFloor = 0, bidFloorCur } }) =>
      bidFloor > 0 ? { bidfloor: bidFloor, bidfloorcur: bidFloorCur || 'USD' } : null,
    within('banner', ({ battr }, { params }) => ({ battr: together(battr, params.battr) })),
    within('video', ({ battr }, { params }) => ({ battr: together(battr, params.battr) })),
  ],
  body: [
    inventory(({ ext }, { params: { placementId } }) => ({ ext: { ...ext, placementId } })),
    ({ bcat, badv, bapp }, { imps }) => ({
      bcat: together(bcat, ...imps.map(({ params }) => params.bcat)),
      badv: together(badv, ...imps.map(({ params }) => params.badv)),
      bapp: together(bapp, ...imps.map(({ params }) => params.bapp)),
    }),
  ],
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video'), 'imp'],
});

/** What any of the lists holds, each once; undefined for nothing. */
function together<T>(...lists: readonly (readonly T[] | undefined)[]): T[] | undefined {
  const all = new Set(lists.flatMap((list = []) => list));
  return all.size === 0 ? undefined : [...all];
}
