/** Yeahmobi: the first imp's zone is part of the host; native requests are wrapped in an object `native`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { wholeAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { wrapNative } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'yeahmobi',
  endpoint: 'https://{{.Host}}/prebid/bid',
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object({ pubId: Type.String({ minLength: 1 }), zoneId: Type.String({ minLength: 1 }) }),
  imp: [wrapNative()],
  macros: { Host: ({ params }) => `gw-${params.zoneId ?? ''}-bid.yeahtargeter.com` },
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video', 'native')],
  video: ({ ext }) => ({ duration: wholeAt(ext, 'video', 'duration') }),
});
