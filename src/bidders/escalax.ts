/** Escalax: partner and token go in the URL; `bid.mtype` gives the media type. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default accountEndpoint({
  code: 'escalax',
  endpoint: 'http://bidder_us.escalax.io/?partner={{.SourceId}}&token={{.AccountID}}&type=pbs',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ accountId: Type.String({ minLength: 1 }), sourceId: Type.String({ minLength: 1 }) }),
  macros: { SourceId: ({ params }) => params.sourceId, AccountID: ({ params }) => params.accountId },
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
