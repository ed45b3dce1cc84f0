/** GlobalSun: takes a publisher's placement; a bid has its imp's media type. */
import { Type } from 'typebox';
import { placementOrEndpoint, redirectAlone } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'globalsun',
  endpoint: 'http://endpoint.globalsun.io/pserver',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: redirectAlone('cs.globalsun.io', 'us_privacy'),
  params: Type.Object({ placementId: Type.String({ minLength: 1 }) }),
  mediaType: ['imp'],
});
