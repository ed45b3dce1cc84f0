/** Loyal: takes a publisher's placement or a network's endpoint; `bid.ext` names the media type. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'loyal',
  endpoint: 'https://us-east-1.loyal.app/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: ['ext'],
});
