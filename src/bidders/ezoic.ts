/** Ezoic: the request unchanged; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'ezoic',
  endpoint: 'https://g.ezoic.net/ezoic/prebid/adapter/ortb',
  gvlVendorId: 347,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ placementId: Type.Optional(Type.String()) }),
  readsParams: false,
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
