/** Boldwin: takes a publisher's placement or a network's endpoint; `bid.mtype` gives the media type. */
import { placementOrEndpoint, redirectAlone } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'boldwin',
  endpoint: 'http://ssp.videowalldirect.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('sync.videowalldirect.com'),
});
