/** FlatAds: a call for each imp, with publisher and token in the URL. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default defineBidder({
  code: 'flatads',
  endpoint: 'https://bid.rtbshark.com/api/rtbs/adx/rtb?x-net-id={{.PublisherID}}&x-net-token={{.TokenID}}',
  endpointCompression: 'gzip',
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: Type.Object({ token: Type.String({ minLength: 1 }), publisherId: Type.String({ minLength: 1 }) }),
  batch: 'perImp',
  macros: { PublisherID: ({ params }) => params.publisherId, TokenID: ({ params }) => params.token },
  headers: ['json', 'ua', 'ip'],
  mediaType: [typeOfImp('banner', 'video', 'native')],
});
