/** Triplelift: display and video; the kind of ad is told by a format number of its own. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { floorIn, floorOf } from '../adapter/steps/floor.ts';
import { requireType, tagId } from '../adapter/steps/imp.ts';
import { badReply } from '../adapter/definition.ts';
import { isObject } from '../openrtb/merge-patch.ts';

/** Formats of `bid.ext.triplelift_pb` that are video. */
const videoFormats = new Set([11, 12, 17]);

export default defineBidder({
  code: 'triplelift',
  endpoint: 'https://tlx.3lift.com/s2s/auction?sra=1&supplier_id=20',
  endpointCompression: 'gzip',
  gvlVendorId: 28,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: Type.Object({ inventoryCode: Type.String(), floor: Type.Optional(Type.Number()) }),
  imp: [requireType('banner', 'video'), tagId((p) => p.inventoryCode), floorOf((p) => p.floor, { cur: 'USD' }), floorIn('USD')],
  headers: ['json'],
  currency: 'ignored',
  mediaType: [
    ({ ext }) => {
      const own = ext?.['triplelift_pb'];
      if (!isObject(own)) return badReply('a bid has no ext.triplelift_pb');
      return videoFormats.has(own['format'] as number) ? 'video' : 'banner';
    },
  ],
});
