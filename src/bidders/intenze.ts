/** Intenze: the account stands in the URL; bids are numbered by kind. */
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
