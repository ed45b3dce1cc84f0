/** Engage Media TV: sells for publishers and networks, a bid is of the kind that its imp asked for. */
import { placementOrEndpoint, redirectAlone } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'emtv',
  endpoint: 'https://us-east-ep.engagemedia.tv/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('cs.engagemedia.tv'),
  mediaType: ['imp'],
});
