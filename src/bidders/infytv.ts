/** InfyTV: the request as it is; video only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';

export default defineBidder({
  code: 'infytv',
  endpoint: 'https://nxs.infy.tv/pbs/openrtb',
  capabilities: { app: ['video'], site: ['video'] },
  params: Type.Object({ publisherId: Type.String(), placementId: Type.Optional(Type.String()) }),
  readsParams: false,
  headers: ['json'],
  mediaType: ['video'],
});
