/** DecenterAds: a call for each imp, whose extension is the params. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'decenterads',
  endpoint: 'http://supply.decenterads.com/?c=o&m=rtb',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ placementId: Type.String({ minLength: 1 }), customParams: Type.Optional(Type.Object({})) }),
  imp: [impExt((p) => p)],
  batch: 'perImp',
  headers: ['json'],
  currency: 'ignored',
  mediaType: ['imp'],
});
