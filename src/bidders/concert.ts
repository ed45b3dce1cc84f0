/** Concert: the request as it is but for the partner in its extension; bids are numbered by kind. */
import { Type } from 'typebox';
import { decodeOpenrtb } from '../adapter/decode-openrtb.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply, Refusal } from '../adapter/definition.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { addToExt } from '../adapter/steps/body.ts';

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
  // It knows programs that call by the version of their form.
  body: [addToExt(({ params: { partnerId } }) => ({ adapterVersion: '1.0.0', partnerId }))],
  headers: ['jsonPlain'],
  decode: (reply) => {
    const decoded = decodeOpenrtb(reply);
    if (decoded instanceof Refusal || decoded.bids.length > 0 || decoded.problems?.length) return decoded;
    return badReply('no bids returned');
  },
  mediaType: [mtypeOf('banner', 'video', 'audio')],
});
