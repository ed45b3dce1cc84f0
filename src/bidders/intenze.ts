/** Intenze: the account goes in the URL; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default accountEndpoint({
  code: 'intenze',
  endpoint: 'http://lb-east.intenze.co/?pass={{.AccountID}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ accountId: Type.String({ minLength: 1 }) }),
  macros: { AccountID: ({ params }) => params.accountId },
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
