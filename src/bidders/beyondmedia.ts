/** Beyond Media: sells for publishers only, a bid is of the kind that its imp asked for. */
import { Type } from 'typebox';
import { placementOrEndpoint, redirectAlone } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'beyondmedia',
  endpoint: 'http://backend.andbeyond.media/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('cookies.andbeyond.media'),
  params: Type.Object({ placementId: Type.String({ minLength: 1 }) }),
  mediaType: ['imp'],
});
