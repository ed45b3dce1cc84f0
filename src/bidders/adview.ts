/** AdView: a call for each imp, with the account as the last path segment; asks for US dollars only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { set } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { firstFormat } from '../adapter/steps/size.ts';

export default defineBidder({
  code: 'adview',
  endpoint: 'https://bid.adview.com/agent/thirdAdxService/{{.AccountID}}',
  endpointCompression: 'gzip',
  gvlVendorId: 1022,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'native', 'video'] },
  params: Type.Object({ placementId: Type.String({ minLength: 1 }), accountId: Type.String({ minLength: 1 }) }),
  imp: [tagId((p) => p.placementId), firstFormat(), floorIn('USD')],
  batch: 'perImp',
  body: [set({ cur: ['USD'] })],
  macros: { AccountID: ({ params }) => params.accountId },
  headers: ['json'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
