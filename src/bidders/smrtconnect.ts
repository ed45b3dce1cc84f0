/** SmrtConnect: a call for each imp, without `imp.ext`; the supply id goes in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { dropExt } from '../adapter/steps/imp.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'smrtconnect',
  endpoint: 'https://amp.smrtconnect.com/openrtb2/auction?supply_id={{.SupplyId}}',
  endpointCompression: 'gzip',
  capabilities: { app: ['banner', 'native', 'video', 'audio'], site: ['banner', 'native', 'video', 'audio'] },
  params: Type.Object({ supply_id: Type.String({ minLength: 1 }) }),
  imp: [dropExt()],
  batch: 'perImp',
  macros: { SupplyId: ({ params }) => params.supply_id },
  headers: ['json'],
  decode: aSeat('Empty SeatBid array', 'Bad Server Response'),
  mediaType: ['mtype'],
});
