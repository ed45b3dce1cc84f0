/** Definemedia: the request unchanged; `bid.ext` names the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { unsold } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'definemedia',
  endpoint: 'https://rtb.conative.network/openrtb2/auction',
  capabilities: { site: ['banner', 'native'] },
  params: Type.Object({ mandantId: Type.Integer(), adslotId: Type.Optional(Type.Integer()) }),
  readsParams: false,
  headers: ['json'],
  currency: 'ignored',
  mediaType: [unsold(['video', 'audio'], 'Invalid mediatype in the impression'), 'ext'],
});
