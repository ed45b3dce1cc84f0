/** MABidder: the request as it is; bids, nearly all of them banners, come in a form of its own, most often in Canadian dollars. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { numberAt, textAt, textsOf, valueAt } from '../adapter/json.ts';
import { objectReply, readEach, statedTexts } from '../adapter/steps/object-reply.ts';
import { statedSize } from '../adapter/steps/size.ts';
import { mediaTypeNamed } from '../adapter/media-type.ts';
import { inOneCurrency, type CurrencyBid } from '../adapter/steps/currency.ts';
import type { JsonObject } from '../openrtb/merge-patch.ts';

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

/** A bid of the private form as one of OpenRTB. */
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
