/** Brave: the placement is the partner of the URL, only the first imp goes without its extension. */
import { Type } from 'typebox';
import { accountEndpoint } from '../adapter/families/account-endpoint.ts';
import { bareFirst } from '../adapter/steps/body.ts';

export default accountEndpoint({
  code: 'brave',
  endpoint: 'http://point.braveglobal.tv/?t=3&partner={{.PublisherID}}',
  gvlVendorId: 869,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ placementId: Type.String() }),
  says: { params: 'ext.bidder not provided', reply: 'Bad Server Response' },
  imp: [],
  body: [bareFirst()],
  macros: { PublisherID: ({ params }) => params.placementId },
  headers: ['json'],
});
