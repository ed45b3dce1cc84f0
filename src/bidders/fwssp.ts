/** FreeWheel SSP: video only; the params themselves are `imp.ext`. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { videoAt } from '../adapter/steps/bid.ts';
import { impExt } from '../adapter/steps/imp.ts';

export default defineBidder({
  code: 'fwssp',
  endpoint: 'https://prebid.v.fwmrm.net/ortb/ssp',
  endpointCompression: 'gzip',
  gvlVendorId: 285,
  gppSupported: true,
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['video'], site: ['video'] },
  sync: {
    iframe:
      'https://user-sync.fwmrm.net/ad/u?mode=pbs-user-sync&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&pbs_redirect={{.RedirectURL}}',
    userMacro: '#{user.id}',
  },
  params: Type.Object({ custom_site_section_id: Type.String(), network_id: Type.String(), profile_id: Type.String() }),
  imp: [
    impExt(({ custom_site_section_id, network_id, profile_id }) => ({
      custom_site_section_id,
      network_id,
      profile_id,
    })),
  ],
  headers: [() => ['componentid', 'prebid-go']],
  mediaType: ['video'],
  video: videoAt('dur'),
});
