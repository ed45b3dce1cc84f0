/** Aceex: the account goes in the URL, as `uqhash`. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';

export default accountEndpoint({
  code: 'aceex',
  endpoint: 'http://bl-us.aceex.io/?uqhash={{.AccountID}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ accountid: Type.String({ minLength: 1 }) }),
  macros: { AccountID: ({ params }) => params.accountid },
});
