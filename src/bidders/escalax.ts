/** Escalax: partner and token stand in the URL, only the first imp goes without its extension. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import type { Imp } from '../openrtb/imp.ts';

export default accountEndpoint({
  code: 'escalax',
  endpoint: 'http://bidder_us.escalax.io/?partner={{.SourceId}}&token={{.AccountID}}&type=pbs',
  endpointCompression: 'gzip',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ accountId: Type.String({ minLength: 1 }), sourceId: Type.String({ minLength: 1 }) }),
  imp: [],
  body: [(_, { imps }) => ({ imp: imps.map(({ imp }, at) => (at === 0 ? bare(imp) : imp)) })],
  macros: { SourceId: ({ params }) => params.sourceId, AccountID: ({ params }) => params.accountId },
  mediaType: [mtypeOf('banner', 'video', 'native')],
});

function bare({ ext: _, ...imp }: Imp): Imp {
  return imp;
}
