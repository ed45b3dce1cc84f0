/** Copper6: takes a publisher's placement or a network's endpoint; `bid.mtype` gives the media type. */
import { bothWays, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'copper6ssp',
  endpoint: 'https://endpoint.copper6.com/pserver',
  gvlVendorId: 1356,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('csync.copper6.com'),
});
