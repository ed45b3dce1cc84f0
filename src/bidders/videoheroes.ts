/** Video Heroes: the first imp's placement goes in the URL, as `partner`. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';

export default accountEndpoint({
  code: 'videoheroes',
  endpoint: 'http://point.contextualadv.com/?t=3&partner={{.PublisherID}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ placementId: Type.String() }),
  macros: { PublisherID: ({ params }) => params.placementId },
  headers: ['json'],
});
