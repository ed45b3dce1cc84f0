/** Pubrise: sells for publishers and networks, and numbers the kinds of its bids. */
import { bothWays, numberedKinds, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'pubrise',
  endpoint: 'https://backend.pubrise.ai/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('sync.pubrise.ai'),
  mediaType: [numberedKinds],
});
