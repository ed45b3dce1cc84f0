/** Oraki: sells for publishers and networks, and numbers the kinds of its bids. */
import { numberedKinds, placementOrEndpoint, redirectWithGpp } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'oraki',
  endpoint: 'https://eu1.oraki.io/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectWithGpp('sync.oraki.io'),
  mediaType: [numberedKinds],
});
