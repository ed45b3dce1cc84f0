/** Oraki: takes a publisher's placement or a network's endpoint; `bid.mtype` gives the media type. */
import { placementOrEndpoint, redirectWithGpp } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'oraki',
  endpoint: 'https://eu1.oraki.io/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectWithGpp('sync.oraki.io'),
});
