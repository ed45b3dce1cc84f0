/** Sovrn XSP: apps only; the last imp's publisher applies; the zone is the `tagid`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { numberAt, valueAt } from '../adapter/json.ts';
import { badReply } from '../adapter/refusal.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { setMtype } from '../adapter/steps/bid.ts';
import { inventoryId, publisherId } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { lastParam } from '../adapter/steps/params.ts';
import type { MediaType } from '../openrtb/media-types.ts';

/** Media types by `bid.ext.creative_type`. */
const kinds: readonly MediaType[] = ['banner', 'video', 'native'];

export default defineBidder({
  code: 'sovrnXsp',
  endpoint: 'http://xsp.lijit.com/json/rtb/prebid/server',
  endpointCompression: 'gzip',
  gvlVendorId: 13,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'] },
  params: Type.Object({
    pub_id: Type.String({ minLength: 4 }),
    med_id: Type.Optional(Type.String()),
    zone_id: Type.Optional(Type.String({ minLength: 20 })),
    force_bid: Type.Optional(Type.Boolean()),
  }),
  imp: [tagId((p) => p.zone_id)],
  body: [
    inventoryId(({ imps }) => lastParam(imps, (p) => p.med_id)),
    publisherId(({ imps }) => imps.at(-1)!.params.pub_id),
  ],
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: [
    ({ ext }) => {
      if (valueAt(ext, 'creative_type') === undefined) return undefined;
      const number = numberAt(ext, 'creative_type');
      return kinds[number] ?? badReply(`a bid has the unknown creative_type ${number}`);
    },
    mtypeOf('banner', 'video', 'native'),
    // A banner may omit its `creative_type`, which is 0.
    ({ ext }) => (ext === undefined ? undefined : 'banner'),
  ],
  bid: [setMtype()],
});
