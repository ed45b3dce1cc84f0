/** Target Video: video only; a call for each imp, which names one of the bidder's stored requests. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { objectAt } from '../adapter/json.ts';
import { without } from '../openrtb/json-object.ts';

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
    // `imp.ext` is sent, with the host's own member of it as `prebid`.
    ({ ext = {} }, { params, auction: { namespace } }) => {
      const storedrequest = { id: String(params.placementId ?? '') };
      const others = without(ext, ['bidder', namespace]);
      return { ext: { ...others, prebid: { ...objectAt(ext, namespace), storedrequest } } };
    },
  ],
  batch: 'perImp',
  headers: ['json'],
  mediaType: ['video'],
});
