/** zMaticoo: native requests go wrapped in an object. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { parsed, sortedText, valueAt } from '../adapter/json.ts';
import { within } from '../adapter/steps/any.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { isObject } from '../openrtb/merge-patch.ts';

export default defineBidder({
  code: 'zmaticoo',
  endpoint: 'https://rtbbid.zmaticoo.com/prebid/bid',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object({ pubId: Type.String({ minLength: 1 }), zoneId: Type.String({ minLength: 1 }) }),
  imp: [
    within('native', ({ request = '' }) => {
      const asked = parsed(request);
      if (!isObject(asked)) return null;
      return valueAt(asked, 'native') === undefined ? { request: sortedText({ native: asked }) } : null;
    }),
  ],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [mtypeOf('banner', 'video', 'native')],
});
