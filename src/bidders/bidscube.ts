/** BidsCube: a call for each imp, whose extension is the params; a bid names its kind in its extension. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'bidscube',
  endpoint: 'http://supply.bidscube.com/?c=o&m=rtb',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ placementId: Type.String({ minLength: 1 }), customParams: Type.Optional(Type.Object({})) }),
  imp: [impExt((p) => p)],
  batch: 'perImp',
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['ext'],
});
