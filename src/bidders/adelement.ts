/** AdElement: the supply id goes in the URL; the first imp is sent without `ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { bareFirst } from '../adapter/steps/body.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'adelement',
  endpoint: 'https://amp.adelement.com/openrtb2/auction?supply_id={{.SupplyId}}',
  endpointCompression: 'gzip',
  gvlVendorId: 196,
  capabilities: { app: ['banner', 'native', 'video', 'audio'], site: ['banner', 'native', 'video', 'audio'] },
  params: Type.Object({ supply_id: Type.String({ minLength: 1 }) }),
  body: [bareFirst()],
  macros: { SupplyId: ({ params }) => params.supply_id },
  headers: ['json'],
  decode: aSeat('Empty SeatBid array', 'Bad Server Response'),
  mediaType: ['mtype'],
});
