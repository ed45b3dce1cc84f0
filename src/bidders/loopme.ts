/** LoopMe: a call for each imp, unchanged; `bid.mtype` gives the media type. */
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
