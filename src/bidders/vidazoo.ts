/** Vidazoo: a call for each imp, to the path of its connection; other platforms run on it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { AliasWords } from '../adapter/facts.ts';
import { appendSegment } from '../adapter/steps/address.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { requireParams } from '../adapter/steps/require.ts';

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
    platform({ code: 'adnimation', host: 'exchange', domain: 'adnimation.com', page: '697a076271875e8907df35a6' }),
    platform({ code: 'apester', host: 'bidder', domain: 'apester.com', page: '699dad2322a7fa644e1d8bf7', vendor: 354 }),
    platform({
      code: 'omnidex',
      host: 'exchange',
      domain: 'omni-dex.io',
      page: '6810d0c7f163277130f3d7a9',
      vendor: 1463,
    }),
    platform({
      code: 'programmaticX',
      host: 'exchange',
      domain: 'programmaticx.ai',
      page: '685297194d85991a5e6e36dd',
      vendor: 1344,
    }),
    platform({
      code: 'tagoras',
      host: 'exchange',
      domain: 'tagoras.io',
      page: '6819bdc3e6bb44545c55f843',
      vendor: 1450,
    }),
  ],
  params: Type.Object({ cId: Type.String({ minLength: 1 }) }),
  imp: [requireParams('cId')],
  batch: 'perImp',
  url: appendSegment((p) => p.cId?.trim()),
  headers: ['contentType'],
  mediaType: [mtypeOf('banner', 'video')],
});

interface Platform {
  readonly code: string;
  readonly host: string;
  readonly domain: string;
  /** The platform's page that synchronises users. */
  readonly page: string;
  readonly vendor?: number;
}

/** The facts of a platform that runs on this bidder. */
function platform({ code, host, domain, page, vendor }: Platform): AliasWords {
  return {
    code,
    endpoint: `https://${host}.${domain}/openrtb/`,
    ...(vendor !== undefined && { gvlVendorId: vendor }),
    sync: {
      iframe: `https://sync.${domain}/api/user/html/${page}?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}`,
      userMacro: '${userId}',
    },
  };
}
