/** Improve Digital: a call for each imp; the publisher may go in the path; line items bought as deals get a `dealid`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { numberAt, textAt } from '../adapter/json.ts';
import { badReply } from '../adapter/refusal.ts';
import { isRewarded } from '../adapter/steps/imp.ts';
import { unknownType } from '../adapter/steps/saying.ts';
import { seats } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'improvedigital',
  endpoint: 'https://ad.360yield.com/{PublisherId}pbs',
  endpointCompression: 'gzip',
  gvlVendorId: 253,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  sync: {
    iframe:
      'https://ad.360yield.com/user_sync?rt=html&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
    redirect:
      'https://ad.360yield.com/server_match?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
    userMacro: '{PUB_USER_ID}',
  },
  params: Type.Object({
    placementId: Type.Integer({ minimum: 1 }),
    publisherId: Type.Optional(Type.Integer({ minimum: 1 })),
    keyValues: Type.Optional(Type.Object({})),
    size: Type.Optional(Type.Object({ w: Type.Integer(), h: Type.Integer() })),
  }),
  imp: [(imp, c) => (isRewarded(imp, c) ? { ext: { ...imp.ext, is_rewarded_inventory: true } } : null)],
  batch: 'perImp',
  url: (endpoint, { params: { publisherId = 0 } }) =>
    endpoint.replace('{PublisherId}', publisherId > 0 ? `${publisherId}/` : ''),
  headers: ['contentType'],
  decode: seats(
    (count) => count <= 1,
    (count) => `Unexpected SeatBid! Must be only one but have: ${count}`,
  ),
  mediaType: [
    ({ mtype = 0, impid = '' }) =>
      mtype < 0 || mtype > 4 ? badReply(`Unsupported MType ${mtype} for impression with ID: "${impid}"`) : undefined,
    'mtype',
    'onlyImpType',
    unknownType(({ impid }, { impOf }) =>
      impOf(impid) === undefined
        ? `Failed to find impression for ID: "${impid}"`
        : `Bid must have non-zero MType for multi format impression with ID: "${impid}"`,
    ),
  ],
  bid: [
    ({ ext }) => {
      const item = numberAt(ext, 'improvedigital', 'line_item_id');
      return item !== 0 && /classic|deal/.test(textAt(ext, 'improvedigital', 'buying_type'))
        ? { dealid: String(item) }
        : null;
    },
  ],
});
