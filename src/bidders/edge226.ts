/** Edge226: sells for publishers and networks, and numbers the kinds of its bids. */
import { numberedKinds, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'edge226',
  endpoint: 'http://ssp.dauup.com/pserver',
  gvlVendorId: 1202,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: [numberedKinds],
});
