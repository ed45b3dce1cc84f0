/** Concert: the request unchanged, except for the partner in `ext`; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { addToExt } from '../adapter/steps/body.ts';
import { aBid } from '../adapter/steps/seats.ts';

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
  // The bidder tells adapters apart by their version.
  body: [addToExt(({ params: { partnerId } }) => ({ adapterVersion: '1.0.0', partnerId }))],
  headers: ['jsonPlain'],
  decode: aBid('no bids returned'),
  mediaType: [mtypeOf('banner', 'video', 'audio')],
});
