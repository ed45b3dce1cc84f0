/** Aceex: the account stands in the URL as a hash, only the first imp goes without its extension. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { bareFirst } from '../adapter/steps/body.ts';

export default accountEndpoint({
  code: 'aceex',
  endpoint: 'http://bl-us.aceex.io/?uqhash={{.AccountID}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ accountid: Type.String({ minLength: 1 }) }),
  imp: [],
  body: [bareFirst()],
  macros: { AccountID: ({ params }) => params.accountid },
});
