/** Concert: the request as it is; bids are numbered by kind. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'concert',
  endpoint: 'https://bids.concert.io/bids/openrtb',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'audio'], site: ['banner', 'video', 'audio'] },
  params: Type.Object({
    partnerId: Type.String({ minLength: 1 }),
    placementId: Type.Optional(Type.Integer()),
    site: Type.Optional(Type.String()),
    slot: Type.Optional(Type.String()),
    sizes: Type.Optional(Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }))),
  }),
  readsParams: false,
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video', 'audio')],
});
