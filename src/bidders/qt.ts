/** QT: takes a publisher's placement or a network's endpoint; `bid.mtype` gives the media type. */
import { placementOrEndpoint, redirectWithGpp } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'qt',
  endpoint: 'https://endpoint1.qt.io/pserver',
  gvlVendorId: 1331,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectWithGpp('cs.qt.io'),
});
