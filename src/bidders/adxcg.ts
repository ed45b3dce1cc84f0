/** AdXcg: plain OpenRTB; the host must agree on an endpoint with the bidder. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'adxcg',
  disabled: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  params: Type.Object({ adzoneid: Type.String({ minLength: 1 }) }),
  readsParams: false,
  headers: ['contentType'],
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
