/** Ströer: the slot is the `tagid`; bids come in a private format, in euros. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { DecodedBid } from '../adapter/reply-steps.ts';
import { numberAt, objectAt, textAt, textsOf } from '../adapter/json.ts';
import { decodedOf, objectReply, readEach } from '../adapter/steps/object-reply.ts';
import { statedSize } from '../adapter/steps/size.ts';
import { byMtype } from '../adapter/media-type.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { isObject, type JsonObject } from '../openrtb/json-object.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';

export default defineBidder({
  code: 'stroeerCore',
  endpoint: 'http://mhb.adscale.de/s2sdsh',
  gvlVendorId: 136,
  disabled: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: 'https://js.adscale.de/pbsync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
    redirect: 'https://ih.adscale.de/uu?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&cburl={{.RedirectURL}}',
  },
  params: Type.Object({ sid: Type.String() }),
  imp: [tagId((p) => p.sid)],
  headers: ['json'],
  decode: objectReply((reply) => decodedOf(readEach(reply['bids'], 'bids', readBid))),
  currency: () => 'EUR',
  mediaType: [mtypeOf('banner', 'video')],
});

/** Converts a bid from the private format to OpenRTB. */
function readBid(one: JsonObject): DecodedBid {
  const { dsa, adomain } = one;
  const ext = { ...objectAt(one, 'ext'), ...(isObject(dsa) && { dsa }) };
  const bid = {
    id: textAt(one, 'id'),
    impid: textAt(one, 'bidId'),
    price: numberAt(one, 'cpm'),
    adm: textAt(one, 'ad'),
    crid: textAt(one, 'crid'),
    ...statedSize(one, 'width', 'height'),
    mtype: byMtype.findIndex((type) => type === textAt(one, 'mtype').toLowerCase()) + 1,
    ...(Object.keys(ext).length > 0 && { ext }),
    ...(Array.isArray(adomain) && { adomain: textsOf(adomain) }),
  };
  return { bid };
}
