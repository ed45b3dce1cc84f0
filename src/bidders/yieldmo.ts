/** Yieldmo: `imp.ext` holds only the placement and `gpid`; `bid.ext.mediatype` names the media type. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { typeAt } from '../adapter/steps/bid-type.ts';
import { floorInIfRate } from '../adapter/steps/floor.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'yieldmo',
  endpoint: 'https://ads.yieldmo.com/exchange/prebid-server',
  gvlVendorId: 173,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect:
      'https://ads.yieldmo.com/pbsync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirectUri={{.RedirectURL}}',
    userMacro: '$UID',
  },
  params: Type.Object({ placementId: Type.String() }),
  imp: [
    floorInIfRate('USD'),
    impExt((p, { ext }) => ({
      placement_id: p.placementId,
      gpid: textAt(ext, 'gpid') || textAt(ext, 'data', 'pbadslot') || undefined,
    })),
  ],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [typeAt('ext', 'mediatype')],
});
