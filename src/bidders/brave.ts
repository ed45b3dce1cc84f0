/** Brave: the first imp's placement goes in the URL, as `partner`. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';

export default accountEndpoint({
  code: 'brave',
  endpoint: 'http://point.braveglobal.tv/?t=3&partner={{.PublisherID}}',
  gvlVendorId: 869,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ placementId: Type.String() }),
  macros: { PublisherID: ({ params }) => params.placementId },
  headers: ['json'],
});
