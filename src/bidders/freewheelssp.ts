/** FreeWheel: video only; `imp.ext` holds only the zone. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { videoAt } from '../adapter/steps/bid.ts';

/** The bidder and its alias share one sync page. */
const sync = {
  iframe:
    'https://ads.stickyadstv.com/pbs-user-sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
  userMacro: '{viewerid}',
};

export default defineBidder({
  code: 'freewheelssp',
  endpoint: 'https://ads.stickyadstv.com/openrtb/dsp',
  gvlVendorId: 285,
  ortbVersion: '2.6',
  gppSupported: true,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['video'], site: ['video'] },
  sync,
  aliases: [{ code: 'freewheel-ssp', gvlVendorId: 285, sync }],
  params: Type.Object({ zoneId: Type.Union([Type.Integer(), Type.String()]) }),
  imp: [
    ({ id }, { params }) => {
      const zoneId = String(params.zoneId ?? '').trim();
      return /^\d{1,15}$/.test(zoneId)
        ? { ext: { zoneId: Number(zoneId) } }
        : refuseImp(id, 'the param zoneId must be a whole number');
    },
  ],
  headers: [() => ['componentid', 'prebid-go']],
  mediaType: ['video'],
  video: videoAt('dur'),
});
