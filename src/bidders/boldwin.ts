/** Boldwin: sells for publishers and networks, and numbers the kinds of its bids. */
import { numberedKinds, placementOrEndpoint, redirectAlone } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'boldwin',
  endpoint: 'http://ssp.videowalldirect.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('sync.videowalldirect.com'),
  mediaType: [numberedKinds],
});
