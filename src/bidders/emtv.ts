/** Engage Media TV: takes a publisher's placement or a network's endpoint; a bid has its imp's media type. */
import { placementOrEndpoint, redirectAlone } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'emtv',
  endpoint: 'https://us-east-ep.engagemedia.tv/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('cs.engagemedia.tv'),
  mediaType: ['imp'],
});
