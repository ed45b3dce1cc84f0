/** Smoot: sells for publishers and networks, and numbers the kinds of its bids. */
import { numberedKinds, placementOrEndpoint, redirectWithGpp } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'smoot',
  endpoint: 'https://endpoint1.smoot.ai/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectWithGpp('usync.smxconv.com'),
  mediaType: [numberedKinds],
});
