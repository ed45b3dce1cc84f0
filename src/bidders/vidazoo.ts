/** Vidazoo: a call for each imp; its connection is the last path segment; its aliases are platforms that run on it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { AliasOptions } from '../adapter/facts.ts';
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
    platform('adnimation', 'exchange.adnimation.com', '697a076271875e8907df35a6'),
    { ...platform('apester', 'bidder.apester.com', '699dad2322a7fa644e1d8bf7'), gvlVendorId: 354 },
    { ...platform('omnidex', 'exchange.omni-dex.io', '6810d0c7f163277130f3d7a9'), gvlVendorId: 1463 },
    { ...platform('programmaticX', 'exchange.programmaticx.ai', '685297194d85991a5e6e36dd'), gvlVendorId: 1344 },
    { ...platform('tagoras', 'exchange.tagoras.io', '6819bdc3e6bb44545c55f843'), gvlVendorId: 1450 },
  ],
  params: Type.Object({ cId: Type.String({ minLength: 1 }) }),
  imp: [requireParams('cId')],
  batch: 'perImp',
  url: appendSegment((p) => p.cId?.trim()),
  headers: ['contentType'],
  mediaType: [mtypeOf('banner', 'video')],
});

/** A platform that runs on this bidder, with its host and the id of its sync page at another host of the same domain. */
function platform(code: string, host: string, page: string): AliasOptions {
  const domain = host.slice(host.indexOf('.') + 1);
  return {
    code,
    endpoint: `https://${host}/openrtb/`,
    sync: {
      iframe: `https://sync.${domain}/api/user/html/${page}?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}`,
      userMacro: '${userId}',
    },
  };
}
