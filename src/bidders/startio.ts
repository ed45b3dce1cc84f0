/** Start.io: a call for each imp as it is, where site or app has an id; prices in US dollars, which the request must allow. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuse, type Refusal, type SharedRequest } from '../adapter/definition.ts';

export default defineBidder({
  code: 'startio',
  endpoint: 'http://pbs-rtb.startappnetwork.com/1.3/2.5/getbid?account=pbs',
  gvlVendorId: 1216,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({}),
  readsParams: false,
  together: [(_, { request }) => unserved(request)],
  batch: 'perImp',
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: ['ext'],
});

/** Why Start.io cannot be asked. */
function unserved({ cur = [], site, app }: SharedRequest): Refusal | null {
  if (cur.length > 0 && !cur.includes('USD')) return refuse('Start.io bids in USD only, which cur leaves out');
  return site?.id || app?.id ? null : refuse('Start.io needs site.id or app.id');
}
