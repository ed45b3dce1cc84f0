/** Target Video: video only, a call for each imp, which the bidder looks up among stored ones of its own. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { objectAt } from '../adapter/json.ts';

export default defineBidder({
  code: 'targetVideo',
  endpoint: 'https://pbs.prebrid.tv/openrtb2/auction',
  gvlVendorId: 786,
  capabilities: { app: ['video'], site: ['video'] },
  sync: {
    redirect:
      'https://pbs.prebrid.tv/user_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
    userMacro: '[TVUID]',
  },
  params: Type.Object({ placementId: Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })]) }),
  imp: [
    // Of the extension only the host's part goes along, by the bidder's word for it.
    ({ ext }, { params, auction: { namespace } }) => {
      const storedrequest = { id: String(params.placementId ?? '') };
      return { ext: { prebid: { ...objectAt(ext, namespace), storedrequest } } };
    },
  ],
  batch: 'perImp',
  headers: ['json'],
  mediaType: ['video'],
});
