/** InfyTV: the request unchanged; video only. Status 503 means no bid. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'infytv',
  endpoint: 'https://nxs.infy.tv/pbs/openrtb',
  capabilities: { app: ['video'], site: ['video'] },
  params: Type.Object({ publisherId: Type.String(), placementId: Type.Optional(Type.String()) }),
  readsParams: false,
  headers: ['json'],
  status: { 503: 'empty' },
  decode: aSeat('Empty seatbid'),
  mediaType: ['video'],
});
