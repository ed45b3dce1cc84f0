/** T-Advertising (Blis): the first imp's publisher applies and goes in a header. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { publisherId } from '../adapter/steps/body.ts';

export default defineBidder({
  code: 'tadvertising_blis',
  endpoint: 'https://prebid-blis.tads.xplosion.de/bid',
  endpointCompression: 'gzip',
  gvlVendorId: 213,
  ortbVersion: '2.6',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ publisherId: Type.String({ minLength: 1, maxLength: 32 }) }),
  body: [publisherId(({ params }) => params.publisherId)],
  headers: ['contentTypePlain', (_, { params }) => ['x-supply-partner-id', params.publisherId ?? '']],
  mediaType: [mtypeOf('banner', 'video', 'native')],
  bid: [priceMacro('adm', 'nurl', 'burl')],
});
