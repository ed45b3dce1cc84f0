/** BIGO Ads: the URL names the SSP; the params themselves are the first imp's `ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeAmong } from '../adapter/steps/bid-type.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'bigoad',
  endpoint: 'https://api.imotech.tech/Ad/GetAdOut?sspid={{.SspId}}',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ sspid: Type.String() }),
  body: [(_, { imps, params }) => ({ imp: imps.map(({ imp }, at) => (at === 0 ? { ...imp, ext: params } : imp)) })],
  macros: { SspId: ({ params }) => params.sspid },
  headers: ['json', 'ortb25'],
  decode: aSeat('Empty SeatBid array'),
  currency: 'ignored',
  mediaType: [
    mtypeAmong(['banner', 'video', 'native'], ({ impid }) => `unrecognized bid type in response from bigoad ${impid}`),
  ],
});
