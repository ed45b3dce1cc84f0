/** Motorik: account and placement go in the URL. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default accountEndpoint({
  code: 'motorik',
  endpoint: 'http://lb-east.motorik.io/?k={{.AccountID}}&name={{.SourceId}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ accountId: Type.String({ minLength: 1 }), placementId: Type.String({ minLength: 1 }) }),
  macros: { AccountID: ({ params }) => params.accountId, SourceId: ({ params }) => params.placementId },
  mediaType: [typeOfImp('banner', 'video', 'native')],
});
