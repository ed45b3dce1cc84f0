/** Compass: takes a publisher's placement or a network's endpoint; a bid has its imp's media type. */
import { bothWays, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'compass',
  endpoint: 'http://sa-lb.deliverimp.com/pserver',
  gvlVendorId: 883,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('sa-cs.deliverimp.com', 'us_privacy'),
  mediaType: ['imp'],
});
