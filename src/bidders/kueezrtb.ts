/** Kueez: a call for each imp; its connection is the last path segment. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { appendSegment } from '../adapter/steps/address.ts';
import { mtypeOf } from '../adapter/steps/bid-type.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'kueezrtb',
  endpoint: 'https://prebidsrvr.kueezrtb.com/openrtb/',
  endpointCompression: 'gzip',
  gvlVendorId: 1165,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://sync.kueezrtb.com/api/user/html/62ce79e7dd15099534ae5e04?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
    userMacro: '${userId}',
  },
  params: Type.Object({ cId: Type.String({ minLength: 1, pattern: '^[a-zA-Z0-9_]+$' }) }),
  imp: [requireParams('cId')],
  batch: 'perImp',
  url: appendSegment((p) => p.cId),
  headers: ['contentType'],
  mediaType: [mtypeOf('banner', 'video')],
});
