/** PubWise: the request unchanged; a bid has its imp's media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'pwbid',
  endpoint: 'https://bidder.east2.pubwise.io/bid/pubwisedirect',
  gvlVendorId: 842,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  sync: { supports: ['redirect'] },
  params: Type.Object({
    siteId: Type.String(),
    bidFloor: Type.Optional(Type.Number()),
    isTest: Type.Optional(Type.Boolean()),
  }),
  readsParams: false,
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'native', 'video')],
});
