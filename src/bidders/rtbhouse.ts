/** RTB House: bids in US dollars; the param `publisherId` goes in `publisher.ext`; deals and browser auctions are left out. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { CallContext } from '../adapter/call-steps.ts';
import { textAt } from '../adapter/json.ts';
import { set } from '../adapter/steps/any.ts';
import { mtypeAmong } from '../adapter/steps/bid-type.ts';
import { priceMacro, unwrapNative } from '../adapter/steps/bid.ts';
import { inventory } from '../adapter/steps/body.ts';
import { floorIn } from '../adapter/steps/floor.ts';
import { dropFromExt } from '../adapter/steps/imp.ts';
import { firstParam } from '../adapter/steps/params.ts';
import { siteIfNone } from '../adapter/steps/place.ts';

export default defineBidder({
  code: 'rtbhouse',
  endpoint: 'http://prebidserver-s2s-ams.creativecdn.com/bidder/prebidserver/bids',
  endpointCompression: 'gzip',
  gvlVendorId: 16,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  sync: { supports: ['redirect'] },
  params: Type.Object({
    publisherId: Type.String(),
    region: Type.Optional(Type.String()),
    bidfloor: Type.Optional(Type.Number()),
    channel: Type.Optional(Type.String()),
  }),
  imp: [
    ({ bidfloor = 0 }, { params, request }) =>
      bidfloor > 0 || !params.bidfloor ? null : { bidfloor: params.bidfloor, bidfloorcur: request.cur?.[0] ?? 'USD' },
    floorIn('USD'),
    ({ id = '', tagid, ext }) => ({
      tagid:
        tagid ||
        textAt(ext, 'gpid') ||
        textAt(ext, 'data', 'adserver', 'adslot') ||
        textAt(ext, 'data', 'pbadslot') ||
        id,
      pmp: undefined,
    }),
    dropFromExt('ae', 'igs', 'paapi'),
  ],
  body: [
    set({ cur: ['USD'] }),
    (request, c) => (publisherOf(c) ? siteIfNone()(request, c) : null),
    inventory(({ publisher }, c) => {
      const publisherId = publisherOf(c);
      return publisherId ? { publisher: { ...publisher, ext: { ...publisher?.ext, prebid: { publisherId } } } } : null;
    }),
  ],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [
    mtypeAmong(['banner', 'native'], ({ impid }) => `unrecognized bid type in response from rtbhouse for bid ${impid}`),
  ],
  bid: [unwrapNative(), priceMacro('adm', 'nurl')],
});

/** The first publisher that an imp names; undefined when none does. */
function publisherOf({ imps }: CallContext<{ publisherId?: string }>): string | undefined {
  return firstParam(imps, (p) => p.publisherId);
}
