/** Smoot: takes a publisher's placement or a network's endpoint; `bid.mtype` gives the media type. */
import { placementOrEndpoint, redirectWithGpp } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'smoot',
  endpoint: 'https://endpoint1.smoot.ai/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectWithGpp('usync.smxconv.com'),
});
