/** Vidazoo: a call for each imp, to the path of its connection; other platforms run on it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { appendSegment } from '../adapter/steps/address.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { requireParam } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'vidazoo',
  endpoint: 'https://prebidsrvr.cootlogix.com/openrtb/',
  endpointCompression: 'gzip',
  gvlVendorId: 744,
  ortbVersion: '2.6',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://sync.cootlogix.com/api/user/html/pbs_sync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
    userMacro: '${userId}',
  },
  aliases: [
    {
      code: 'adnimation',
      endpoint: 'https://exchange.adnimation.com/openrtb/',
      sync: {
        iframe:
          'https://sync.adnimation.com/api/user/html/697a076271875e8907df35a6?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
        userMacro: '${userId}',
      },
    },
    {
      code: 'apester',
      endpoint: 'https://bidder.apester.com/openrtb/',
      gvlVendorId: 354,
      sync: {
        iframe:
          'https://sync.apester.com/api/user/html/699dad2322a7fa644e1d8bf7?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
        userMacro: '${userId}',
      },
    },
    {
      code: 'omnidex',
      endpoint: 'https://exchange.omni-dex.io/openrtb/',
      gvlVendorId: 1463,
      sync: {
        iframe:
          'https://sync.omni-dex.io/api/user/html/6810d0c7f163277130f3d7a9?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
        userMacro: '${userId}',
      },
    },
    {
      code: 'programmaticX',
      endpoint: 'https://exchange.programmaticx.ai/openrtb/',
      gvlVendorId: 1344,
      sync: {
        iframe:
          'https://sync.programmaticx.ai/api/user/html/685297194d85991a5e6e36dd?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
        userMacro: '${userId}',
      },
    },
    {
      code: 'tagoras',
      endpoint: 'https://exchange.tagoras.io/openrtb/',
      gvlVendorId: 1450,
      sync: {
        iframe:
          'https://sync.tagoras.io/api/user/html/6819bdc3e6bb44545c55f843?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
        userMacro: '${userId}',
      },
    },
  ],
  params: Type.Object({ cId: Type.String({ minLength: 1 }) }),
  imp: [requireParam('cId', (p) => p.cId)],
  batch: 'perImp',
  url: appendSegment((p) => p.cId),
  headers: ['contentType'],
  mediaType: [mtypeOf('banner', 'video')],
});
