/** Loyal: sells for publishers and networks, a bid names its kind in its extension. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'loyal',
  endpoint: 'https://us-east-1.loyal.app/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: ['ext'],
});
