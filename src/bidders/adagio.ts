/** Adagio: the request unchanged; the host must set the endpoint and the sync URL of its region. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { objectAt, textAt, wholeAt } from '../adapter/json.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'adagio',
  endpointCompression: 'gzip',
  gvlVendorId: 617,
  ortbVersion: '2.6',
  disabled: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe:
      'https://u-REGION.4dex.io/pbserver/usync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
    userMacro: '{UID}',
  },
  params: Type.Object({
    organizationId: Type.String(),
    placement: Type.String(),
    site: Type.Optional(Type.String()),
    pagetype: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
  }),
  readsParams: false,
  headers: ['json'],
  decode: aSeat('empty seatbid array'),
  mediaType: [mtypeOf('banner', 'video', 'native'), 'ext'],
  video: (bid) => {
    const stated = objectAt(bid.ext, 'prebid', 'video');
    return {
      duration: wholeAt(stated, 'duration') || wholeAt(bid, 'dur'),
      primary_category: textAt(stated, 'primary_category') || (bid.cat?.[0] ?? ''),
    };
  },
});
