/** Triplelift: banners and videos, which a format number in `bid.ext` tells apart. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { badReply } from '../adapter/refusal.ts';
import { floorIn, floorOf } from '../adapter/steps/floor.ts';
import { requireType, tagId } from '../adapter/steps/imp.ts';
import { isObject } from '../openrtb/json-object.ts';
import { saying } from '../adapter/steps/saying.ts';

/** Formats of `bid.ext.triplelift_pb` that are video. */
const videoFormats: ReadonlySet<unknown> = new Set([11, 12, 17]);

export default defineBidder({
  code: 'triplelift',
  endpoint: 'https://tlx.3lift.com/s2s/auction?sra=1&supplier_id=20',
  endpointCompression: 'gzip',
  gvlVendorId: 28,
  ortbVersion: '2.6',
  gppSupported: true,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://eb2.3lift.com/sync?gdpr={{.GDPR}}&cmp_cs={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    redirect:
      'https://eb2.3lift.com/getuid?gdpr={{.GDPR}}&cmp_cs={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ inventoryCode: Type.String(), floor: Type.Optional(Type.Number()) }),
  imp: [
    saying('neither Banner nor Video object specified', requireType('banner', 'video')),
    tagId((p) => p.inventoryCode),
    floorOf((p) => p.floor, { cur: 'USD' }),
    floorIn('USD'),
  ],
  headers: ['json'],
  says: { noImps: 'No valid impressions for triplelift' },
  currency: 'ignored',
  mediaType: [
    ({ ext }) => {
      const liftExt = ext && (ext['triplelift_pb'] ?? {});
      if (!isObject(liftExt)) return badReply('a bid has no ext that tells its format');
      return videoFormats.has(liftExt['format']) ? 'video' : 'banner';
    },
  ],
});
