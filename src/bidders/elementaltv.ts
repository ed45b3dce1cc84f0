/** ElementalTV: a call for each imp to its ad unit, which also ends the request's id. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { wholeAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'elementaltv',
  endpoint: 'https://pbs.elementaltv.io/ads/processHeaderBid/{{.AdUnit}}',
  endpointCompression: 'gzip',
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ adunit: Type.String() }),
  batch: 'perImp',
  body: [({ id = '' }, { params }) => ({ id: `${id}-${params.adunit ?? ''}` })],
  macros: { AdUnit: ({ params }) => params.adunit },
  headers: ['json'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
  video: ({ ext }, { type }) => (type === 'video' ? { duration: wholeAt(ext, 'ads', 'video', 'duration') } : undefined),
});
