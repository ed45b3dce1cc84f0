/** Mobkoi: the placement is the `tagid`, which the first imp must have; consent is also copied to `user.ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/refusal.ts';
import { within } from '../adapter/steps/any.ts';
import { tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'mobkoi',
  endpoint: 'https://pbs.mobkoi.com/bid/prebidserver',
  gvlVendorId: 898,
  ortbVersion: '2.6',
  capabilities: { site: ['banner'] },
  params: Type.Object({ placementId: Type.Optional(Type.String()) }),
  example: { placementId: 'example' },
  imp: [tagId((p) => p.placementId)],
  together: [
    ([first]) => (first?.imp.tagid ? null : refuse('the params lack placementId, and the first imp has no tagid')),
  ],
  body: [within('user', ({ consent, ext }) => (consent ? { ext: { ...ext, consent } } : null))],
  headers: ['jsonPlain'],
  mediaType: ['banner'],
  seat: () => 'mobkoi',
});
