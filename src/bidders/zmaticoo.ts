/** zMaticoo: native requests are wrapped in an object `native`; no call is made unless all imps name publisher and zone. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { wrapNative } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'zmaticoo',
  endpoint: 'https://rtbbid.zmaticoo.com/prebid/bid',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object({ pubId: Type.String({ minLength: 1 }), zoneId: Type.String({ minLength: 1 }) }),
  imp: [requireParams('pubId', 'zoneId'), wrapNative()],
  onImpError: 'abort',
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
