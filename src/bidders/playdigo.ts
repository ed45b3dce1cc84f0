/** Playdigo: takes a publisher's placement or a network's endpoint; `bid.mtype` gives the media type. */
import { bothWays, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'playdigo',
  endpoint: 'https://server.playdigo.com/pserver',
  gvlVendorId: 1302,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('cs.playdigo.com'),
});
