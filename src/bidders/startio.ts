/** Start.io: a call for each imp, unchanged; bids in US dollars, which the request must allow. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse } from '../adapter/refusal.ts';
import { unsold } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'startio',
  endpoint: 'http://pbs-rtb.startappnetwork.com/1.3/2.5/getbid?account=pbs',
  gvlVendorId: 1216,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({}),
  readsParams: false,
  together: [
    (_, { request: { cur = [] } }) =>
      cur.length === 0 || cur.includes('USD') ? null : refuse('Start.io bids in USD only, which cur leaves out'),
  ],
  batch: 'perImp',
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: [unsold(['audio'], 'a bid is audio, which Start.io does not sell'), 'ext'],
});
