/** Readpeak: the last imp's publisher and site apply; fills price macros in `adm`, `nurl` and `burl`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { priceMacro } from '../adapter/steps/bid.ts';
import { inventory, inventoryId } from '../adapter/steps/body.ts';
import { floorOf } from '../adapter/steps/floor.ts';
import { tagId } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'readpeak',
  endpoint: 'https://dsp.readpeak.com/header/prebid',
  gvlVendorId: 290,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  params: Type.Object({
    publisherId: Type.String(),
    siteId: Type.Optional(Type.String()),
    bidfloor: Type.Optional(Type.Number()),
    tagId: Type.Optional(Type.String()),
  }),
  imp: [tagId((p) => p.tagId), floorOf((p) => p.bidfloor)],
  body: [
    inventory((_, { imps }) => ({ publisher: { id: imps.at(-1)!.params.publisherId } })),
    inventoryId(({ imps }) => imps.at(-1)!.params.siteId),
  ],
  headers: ['json'],
  mediaType: [mtypeOf('banner', 'native')],
  bid: [priceMacro('adm', 'nurl', 'burl')],
  meta: ({ adomain }) => (adomain?.length ? { advertiserDomains: adomain } : undefined),
});
