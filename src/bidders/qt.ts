/** QT: sells for publishers and networks, and numbers the kinds of its bids. */
import { numberedKinds, placementOrEndpoint, redirectWithGpp } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'qt',
  endpoint: 'https://endpoint1.qt.io/pserver',
  gvlVendorId: 1331,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectWithGpp('cs.qt.io'),
  mediaType: [numberedKinds],
});
