/** Yieldlab: a private protocol, one GET for all ad slots; bids state prices in euro cents and the URLs of their ads. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { idCookie } from '../adapter/headers.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { callQuery } from '../adapter/protocols/yieldlab-query.ts';
import { decodeBids, replyNote } from '../adapter/protocols/yieldlab.ts';
import { refuseCall } from '../adapter/refusal.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { pathSegment, withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'yieldlab',
  endpoint: 'https://ad.yieldlab.net/yp/',
  gvlVendorId: 70,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://ad.yieldlab.net/mr?t=2&pid=9140838&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&r={{.RedirectURL}}',
    userMacro: '%%YL_UID%%',
  },
  params: Type.Object({
    adslotId: Type.String(),
    supplyId: Type.String(),
    extId: Type.Optional(Type.String()),
    targeting: Type.Optional(Type.Object({})),
  }),
  imp: [requireParams('adslotId', 'supplyId')],
  method: 'GET',
  url: (endpoint, c) => {
    const slots = c.imps.map(({ params }) => pathSegment(params.adslotId));
    if (slots.includes(undefined)) return refuseCall(c, 'the params name an adslotId that cannot be a part of a path');
    return withQuery(`${endpoint}${slots.join(',')}`, callQuery(c));
  },
  headers: ['accept', 'referer', 'ua', 'ipOrIpv6', idCookie('id')],
  note: replyNote,
  decode: decodeBids,
  mediaType: [typeOfImp('video', 'banner')],
  bid: [
    ({ id, nurl }, { type }) =>
      type === 'video'
        ? {
            adm: `<VAST version="2.0"><Ad id="${id}"><Wrapper><AdSystem>Yieldlab</AdSystem><VASTAdTagURI><![CDATA[ ${nurl} ]]></VASTAdTagURI><Impression></Impression><Creatives></Creatives></Wrapper></Ad></VAST>`,
          }
        : { nurl: undefined, adm: `<script src="${nurl}"></script>` },
  ],
});
