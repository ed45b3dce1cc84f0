/** ElementalTV: a call for each imp, with its ad unit at the end of the path and of the request id. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { valueAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { badReply } from '../adapter/refusal.ts';
import { videoAt } from '../adapter/steps/bid.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { isObject } from '../openrtb/json-object.ts';

export default defineBidder({
  code: 'elementaltv',
  endpoint: 'https://pbs.elementaltv.io/ads/processHeaderBid/{{.AdUnit}}',
  endpointCompression: 'gzip',
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ adunit: Type.String() }),
  imp: [requireParams('adunit')],
  batch: 'perImp',
  body: [({ id = '' }, { params }) => ({ id: `${id}-${params.adunit ?? ''}` })],
  macros: { AdUnit: ({ params }) => params.adunit },
  headers: ['json', 'ortb26'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'audio', 'native')],
  bid: [
    ({ ext }, { type }) =>
      type === 'video' && !isObject(valueAt(ext, 'ads', 'video'))
        ? badReply('a bid does not tell of its video at ext.ads.video')
        : null,
  ],
  video: videoAt('ext', 'ads', 'video', 'duration'),
});
