/** SmartRTB: the publisher goes in the URL and in `ext`; the zone is the `tagid`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeAmong } from '../adapter/steps/bid-type.ts';
import { requestExt } from '../adapter/steps/body.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { firstParam } from '../adapter/steps/params.ts';

export default defineBidder({
  code: 'smartrtb',
  endpoint: 'http://market-east.smrtb.com/json/publisher/rtb?pubid={{.PublisherID}}',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://market-global.smrtb.com/sync/all?nid=smartrtb&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&rr={{.RedirectURL}}',
    userMacro: '{XID}',
  },
  params: Type.Object({
    pub_id: Type.String({ minLength: 4 }),
    med_id: Type.Optional(Type.String()),
    zone_id: Type.Optional(Type.String({ minLength: 20 })),
    force_bid: Type.Optional(Type.Boolean()),
  }),
  imp: [tagId((p) => p.zone_id)],
  body: [requestExt(({ imps }) => ({ pub_id: firstParam(imps, (p) => p.pub_id) }))],
  macros: { PublisherID: ({ imps }) => firstParam(imps, (p) => p.pub_id) },
  headers: ['json', 'ortb25'],
  currency: 'ignored',
  mediaType: [typeAmong(['banner', 'video'], 'ext', 'format')],
  bid: [() => ({ ext: undefined })],
});
