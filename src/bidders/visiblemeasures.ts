/** Visible Measures: sells for publishers and networks, a bid is of the kind that its imp asked for. */
import { placementOrEndpoint, redirectAlone } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'visiblemeasures',
  endpoint: 'https://us-e.visiblemeasures.com/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('cs.visiblemeasures.com'),
  mediaType: ['imp'],
});
