/** Teads: apps only; `imp.ext` holds only the placement, in `kv`; bids must name the renderer that shows them. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { objectAt, textAt } from '../adapter/json.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { badReply } from '../adapter/refusal.ts';
import { impExt, tagId } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { firstFormat } from '../adapter/steps/size.ts';
import { saying } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'teads',
  endpoint: 'https://psrv.teads.tv/prebid-server/bid-request',
  gvlVendorId: 132,
  capabilities: { app: ['banner', 'video'] },
  params: Type.Object({ placementId: Type.Integer({ minimum: 1 }) }),
  imp: [
    saying('placementId should not be 0.', requireParams('placementId')),
    firstFormat(),
    tagId((p) => p.placementId),
    impExt(({ placementId }) => ({ kv: { placementId } })),
  ],
  headers: ['contentType'],
  mediaType: [typeOfImp('video', 'banner')],
  bid: [
    ({ ext }) =>
      textAt(ext, 'prebid', 'meta', 'rendererName') && textAt(ext, 'prebid', 'meta', 'rendererVersion')
        ? null
        : badReply('a bid does not name the renderer that shows it'),
  ],
  meta: ({ ext }) => objectAt(ext, 'prebid', 'meta'),
});
