/** Edge226: takes a publisher's placement or a network's endpoint; `bid.mtype` gives the media type. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'edge226',
  endpoint: 'http://ssp.dauup.com/pserver',
  gvlVendorId: 1202,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
});
