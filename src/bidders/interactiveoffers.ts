/** Interactive Offers: the partner goes in the URL; banners only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'interactiveoffers',
  endpoint: 'https://prebid-server.ioadx.com/bidRequest/?partnerId={{.AccountID}}',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: Type.Object({ partnerId: Type.Optional(Type.String()) }),
  macros: { AccountID: ({ params }) => params.partnerId },
  headers: ['json'],
  mediaType: ['banner'],
});
