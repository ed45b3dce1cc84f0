/** Start.io: a call for each imp as it is; prices in US dollars. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'startio',
  endpoint: 'http://pbs-rtb.startappnetwork.com/1.3/2.5/getbid?account=pbs',
  gvlVendorId: 1216,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({}),
  readsParams: false,
  batch: 'perImp',
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: ['ext'],
});
