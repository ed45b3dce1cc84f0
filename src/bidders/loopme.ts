/** LoopMe: a call for each imp as it is; bids are numbered by kind. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'loopme',
  endpoint: 'http://prebid.loopmertb.com',
  gvlVendorId: 109,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  params: Type.Object({
    publisherId: Type.String({ minLength: 1 }),
    bundleId: Type.Optional(Type.String({ minLength: 1 })),
    placementId: Type.Optional(Type.String({ minLength: 1 })),
  }),
  batch: 'perImp',
  headers: ['json'],
  mediaType: ['mtype'],
});
