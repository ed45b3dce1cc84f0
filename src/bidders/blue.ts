/** Blue: the request unchanged; banners only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'blue',
  endpoint: 'https://prebid-us-east-1.getblue.io/?src=prebid',
  gvlVendorId: 620,
  capabilities: { app: ['banner'], site: ['banner'] },
  sync: { supports: ['redirect'] },
  params: Type.Object({ placementId: Type.Optional(Type.String()), publisherId: Type.String() }),
  readsParams: false,
  headers: ['contentType'],
  mediaType: ['banner'],
});
