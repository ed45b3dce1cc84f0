/** Goldbach: a call for each publisher, whose id ends the request id; `imp.ext` holds only the slot and its targeting. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { objectAt } from '../adapter/json.ts';
import { impExt } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { aBid } from '../adapter/steps/seats.ts';

const textOrTexts = { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };

export default defineBidder({
  code: 'goldbach',
  endpoint: 'https://goldlayer-api.prod.gbads.net/openrtb/2.5/auction',
  endpointCompression: 'gzip',
  gvlVendorId: 580,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({
    publisherId: Type.String({ minLength: 1 }),
    slotId: Type.String({ minLength: 1 }),
    customTargeting: Type.Optional(Type.Object({}, { additionalProperties: textOrTexts })),
  }),
  imp: [
    requireParams('publisherId', 'slotId'),
    impExt(({ slotId, customTargeting }) => ({ goldbach: { slotId, targetings: listsOf(customTargeting) } })),
  ],
  batch: { by: ({ params }) => params.publisherId },
  body: [
    ({ id = '', ext }, { params: { publisherId = '' } }) => ({
      id: `${id}_${publisherId}`,
      ext: { ...ext, goldbach: { ...objectAt(ext, 'goldbach'), publisherId } },
    }),
  ],
  headers: ['json'],
  status: { 201: 'read' },
  decode: aBid('no valid bids found in response'),
  mediaType: ['ext'],
});

/** Targeting with every value as a list; undefined for none. */
function listsOf(targeting: object = {}): object | undefined {
  const entries = Object.entries(targeting);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([key, value]) => [key, Array.isArray(value) ? value : [value]]));
}
