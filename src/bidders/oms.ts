/** Online Media Solutions: the first imp's publisher goes in the URL; a bid without `mtype` is a banner. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { videoAt } from '../adapter/steps/bid.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'oms',
  endpoint: 'http://rt.marphezis.com/pbs',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: Type.Object(
    { pid: Type.Optional(Type.String({ minLength: 5 })), publisherId: Type.Optional(Type.Integer({ minimum: 10000 })) },
    { anyOf: [{ required: ['pid'] }, { required: ['publisherId'] }] },
  ),
  url: (endpoint, { params }) => withQuery(endpoint, { publisherId: params.pid || params.publisherId }),
  mediaType: [mtypeOf('banner', 'video'), 'banner'],
  video: videoAt('dur'),
});
