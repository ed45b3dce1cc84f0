/** Blasto: seat and secret key go in the URL; imps are sent without `ext`. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { dropExt } from '../adapter/steps/imp.ts';

export default accountEndpoint({
  code: 'blasto',
  endpoint: 'http://t-us.blasto.ai/bid?rtb_seat_id={{.SourceId}}&secret_key={{.AccountID}}',
  endpointCompression: 'gzip',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ accountId: Type.String({ minLength: 1 }), sourceId: Type.String({ minLength: 1 }) }),
  imp: [dropExt()],
  body: [],
  macros: { SourceId: ({ params }) => params.sourceId, AccountID: ({ params }) => params.accountId },
});
