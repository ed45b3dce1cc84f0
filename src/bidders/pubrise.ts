/** Pubrise: takes a publisher's placement or a network's endpoint; `bid.mtype` gives the media type. */
import { bothWays, placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'pubrise',
  endpoint: 'https://backend.pubrise.ai/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: bothWays('sync.pubrise.ai'),
});
