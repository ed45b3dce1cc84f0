/** Telaria: one call that sends only the first imp; bids answer the imps by position. */
import { Type } from 'typebox';
import { decodeOpenrtb } from '../adapter/decode-openrtb.ts';
import { defineBidder } from '../adapter/define-bidder.ts';
import { eachIn, valueAt } from '../adapter/json.ts';
import { publisherId } from '../adapter/steps/body.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { isObject } from '../openrtb/json-object.ts';

export default defineBidder({
  code: 'telaria',
  endpoint: 'https://ads.tremorhub.com/ad/rtb/prebid',
  gvlVendorId: 202,
  capabilities: { app: ['video'], site: ['video'] },
  sync: {
    redirect:
      'https://pbs.publishers.tremorhub.com/pubsync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redir={{.RedirectURL}}',
    userMacro: '[tvid]',
  },
  params: Type.Object({
    adCode: Type.Optional(Type.String()),
    seatCode: Type.String(),
    originalPublisherid: Type.Optional(Type.String()),
  }),
  imp: [
    requireType('video'),
    requireParams('seatCode'),
    ({ tagid = '' }, { params: { adCode }, request: { site, app } }) => ({
      tagid: adCode || undefined,
      ext: { originalTagid: tagid, originalPublisherid: (site ?? app)?.publisher?.id ?? '' },
    }),
  ],
  body: [
    publisherId(({ params }) => params.seatCode),
    (_, { imps }) => ({ imp: [imps[0]!.imp] }),
    (_, { params }) => {
      const extra = valueAt(params, 'extra');
      return extra === undefined ? null : { ext: { extra } };
    },
  ],
  headers: ['json', 'ortb25', 'ua', 'ipv4', 'language', 'dnt'],
  decode: (reply, { imps }) => {
    let at = 0;
    // This runs before bids are checked, so a bid that will be dropped keeps its position.
    const answering = (bid: unknown): unknown => {
      const impid = imps[at++]?.id;
      return isObject(bid) && impid !== undefined ? { ...bid, impid } : bid;
    };
    return decodeOpenrtb(eachIn(reply, 'seatbid', (seat) => eachIn(seat, 'bid', answering)));
  },
  currency: 'ignored',
  mediaType: ['video'],
});
