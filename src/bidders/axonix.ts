/** Axonix: the supply id is the last path segment; fills price macros in `adm` and `nurl`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { priceMacro } from '../adapter/steps/bid.ts';

export default defineBidder({
  code: 'axonix',
  endpoint: 'https://openrtb-us-east-1.axonix.com/supply/prebid-server/{{.AccountID}}',
  gvlVendorId: 678,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { redirect: 'https://openrtb-us-east-1.axonix.com/syn?redirect={{.RedirectURL}}', userMacro: 'xxEMODO_IDxx' },
  params: Type.Object({ supplyId: Type.String({ minLength: 1 }) }),
  macros: { AccountID: ({ params }) => params.supplyId },
  headers: ['contentTypePlain'],
  mediaType: [typeOfImp('native', 'video', 'banner'), 'banner'],
  bid: [priceMacro('adm', 'nurl')],
});
