/** Mobkoi: the placement is the tag of an imp; the consent also stands where it used to. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/definition.ts';
import { within } from '../adapter/steps/any.ts';

export default defineBidder({
  code: 'mobkoi',
  endpoint: 'https://pbs.mobkoi.com/bid/prebidserver',
  gvlVendorId: 898,
  ortbVersion: '2.6',
  capabilities: { site: ['banner'] },
  params: Type.Object({ placementId: Type.Optional(Type.String()) }),
  example: { placementId: 'example' },
  imp: [
    ({ tagid }, { params }) =>
      params.placementId || tagid
        ? params.placementId
          ? { tagid: params.placementId }
          : null
        : refuse('the params lack placementId, and the imp has no tagid'),
  ],
  body: [within('user', ({ consent, ext }) => (consent ? { ext: { ...ext, consent } } : null))],
  headers: ['jsonPlain'],
  mediaType: ['banner'],
  seat: () => 'mobkoi',
});
