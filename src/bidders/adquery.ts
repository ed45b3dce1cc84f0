/** Adquery: a private protocol, a call for each imp; a reply holds one banner, made of a script and a tag. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { asList, numberAt, textAt, textsOf, valueAt } from '../adapter/json.ts';
import { badReply } from '../adapter/refusal.ts';
import { sizeTexts, statedSize } from '../adapter/steps/size.ts';
import { objectReply } from '../adapter/steps/object-reply.ts';
import { requireType } from '../adapter/steps/imp.ts';
import type { BidRequest } from '../openrtb/request.ts';

export default defineBidder({
  code: 'adquery',
  endpoint: 'https://bidder2.adquery.io/prebid/bid',
  gvlVendorId: 902,
  capabilities: { site: ['banner'] },
  sync: {
    iframe:
      'https://api.adquery.io/storage?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&ccpa_consent={{.USPrivacy}}&redirect={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({
    placementId: Type.String({ minLength: 35, maxLength: 45 }),
    type: Type.String({ minLength: 1 }),
  }),
  imp: [requireType('banner')],
  batch: 'perImp',
  encode: ({ id = '', user, site, device }, { params, imps: [first] }) => {
    const { id: impid = '', tagid, banner } = first!.imp;
    return {
      v: 'server',
      placementCode: params.placementId,
      type: params.type,
      adUnitCode: tagid ?? '',
      bidQid: qidOf(user),
      bidId: `${id}${impid}`,
      bidder: 'adquery',
      bidderRequestId: id,
      bidRequestsCount: 1,
      bidderRequestsCount: 1,
      sizes: sizeTexts(banner).join(','),
      bidIp: device?.ip ?? '',
      bidIpv6: device?.ipv6 ?? '',
      bidUa: device?.ua ?? '',
      bidPageUrl: site?.page ?? '',
    };
  },
  headers: ['json', 'ortb25', 'ipv4'],
  decode: objectReply((reply, { imps: [imp] }) => {
    const data = valueAt(reply, 'data');
    if (data === undefined || data === null) return { bids: [] };
    const price = numberAt(data, 'cpm');
    if (price <= 0) return badReply('the reply has no price');
    const bid = {
      id: textAt(data, 'requestId'),
      impid: imp?.id ?? '',
      price,
      adm: `<script src="${textAt(data, 'adqLib')}"></script>${textAt(data, 'tag')}`,
      adomain: textsOf(valueAt(data, 'adDomains')),
      crid: String(numberAt(data, 'creationId')),
      ...statedSize(valueAt(data, 'mediaType'), 'width', 'height'),
    };
    const type = textAt(data, 'mediaType', 'name');
    if (type !== 'banner') return badReply(`the reply has the unknown media type ${JSON.stringify(type.slice(0, 30))}`);
    return { cur: textAt(data, 'currency') || 'PLN', bids: [{ bid, type }] };
  }),
});

/** The user's id: that of Adquery's eid, else the synced one, else the publisher's. */
function qidOf(user: BidRequest['user'] = {}): string {
  const adqueryId = [...(user.eids ?? []), ...asList(valueAt(user, 'ext', 'eids'))]
    .filter((eid) => textAt(eid, 'source') === 'adquery.io')
    .flatMap((eid) => asList(valueAt(eid, 'uids')).map((uid) => textAt(uid, 'id')))
    .find((id) => id !== '');
  return adqueryId ?? (user.buyeruid || user.id || '');
}
