/** Compass: sells for publishers and networks, a bid is of the kind that its imp asked for. */
import { bothWays, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'compass',
  endpoint: 'http://sa-lb.deliverimp.com/pserver',
  gvlVendorId: 883,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('sa-cs.deliverimp.com', 'us_privacy'),
  mediaType: ['imp'],
});
