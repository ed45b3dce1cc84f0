/** Vungle: a call for each video, always as a video of an app; the user's `buyeruid` is the token of Vungle's SDK. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { keepInExt, tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'vungle',
  endpoint: 'https://rtb.ads.vungle.com/bid/t/c770f32',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['video'], site: ['video'] },
  params: Type.Object({
    app_store_id: Type.String({ minLength: 1 }),
    placement_reference_id: Type.String({ minLength: 1 }),
  }),
  imp: [
    tagId((p) => p.placement_reference_id),
    floorIn('USD'),
    keepInExt('prebid', 'bidder', 'ae'),
    ({ ext }, { params: { app_store_id, placement_reference_id }, request: { user } }) => ({
      ext: { ...ext, vungle: { bid_token: user?.buyeruid ?? '', app_store_id, placement_reference_id } },
    }),
  ],
  batch: 'perImp',
  body: [({ app }, { params }) => ({ app: { ...app, id: params.app_store_id }, site: undefined })],
  headers: ['jsonPlain', 'ortb25'],
  mediaType: ['video'],
  seat: (_, { seat }) => seat,
});
