/** Goldbach: a call for each publisher, whose name ends the request's id; slots with their targeting in `imp.ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { objectAt } from '../adapter/json.ts';
import { without } from '../openrtb/merge-patch.ts';

export default defineBidder({
  code: 'goldbach',
  endpoint: 'https://goldlayer-api.prod.gbads.net/openrtb/2.5/auction',
  endpointCompression: 'gzip',
  gvlVendorId: 580,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({
    publisherId: Type.String({ minLength: 1 }),
    slotId: Type.String({ minLength: 1 }),
    customTargeting: Type.Optional(Type.Object({})),
  }),
  imp: [
    ({ ext }, { params: { slotId, customTargeting } }) => ({
      ext: { ...without(ext ?? {}, ['bidder']), goldbach: { slotId, targetings: listsOf(customTargeting) } },
    }),
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
  mediaType: ['ext'],
});

/** Targeting with every value as a list. */
function listsOf(targeting: object | undefined): object | undefined {
  if (targeting === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(targeting).map(([key, value]) => [key, Array.isArray(value) ? value : [value]]),
  );
}
