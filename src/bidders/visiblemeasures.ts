/** Visible Measures: takes a publisher's placement or a network's endpoint; a bid has its imp's media type. */
import { placementOrEndpoint, redirectAlone } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'visiblemeasures',
  endpoint: 'https://us-e.visiblemeasures.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('cs.visiblemeasures.com'),
  mediaType: ['imp'],
});
