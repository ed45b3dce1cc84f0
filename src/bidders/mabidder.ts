/** MABidder: the request unchanged; bids come in a private format, and are banners unless they name another media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { numberAt, textAt, textsOf, valueAt } from '../adapter/json.ts';
import { objectReply, readEach, statedTexts } from '../adapter/steps/object-reply.ts';
import { statedSize } from '../adapter/steps/size.ts';
import { mediaTypeNamed } from '../adapter/media-type.ts';
import { inOneCurrency, type CurrencyBid } from '../adapter/steps/currency.ts';
import type { JsonObject } from '../openrtb/json-object.ts';

export default defineBidder({
  code: 'mabidder',
  endpoint: 'https://prebid.ecdrsvc.com/pbs',
  endpointCompression: 'gzip',
  capabilities: { app: ['banner'], site: ['banner'] },
  params: Type.Object({ ppid: Type.String() }),
  readsParams: false,
  headers: ['json'],
  decode: objectReply((reply) => inOneCurrency(readEach(reply['Responses'], 'Responses', readBid))),
});

/** Converts a bid from the private format to OpenRTB. */
function readBid(one: JsonObject): CurrencyBid {
  const bid = {
    id: textAt(one, 'requestId'),
    impid: textAt(one, 'requestId'),
    price: numberAt(one, 'cpm'),
    adm: textAt(one, 'ad'),
    adomain: textsOf(valueAt(one, 'meta', 'advertiserDomains')),
    crid: textAt(one, 'creativeId'),
    ...statedTexts(one, { dealid: 'dealId' }),
    ...statedSize(one, 'width', 'height'),
  };
  return { bid, cur: textAt(one, 'currency'), type: mediaTypeNamed(one['mediaType']) ?? 'banner' };
}
