/** AdKernel: a call for each zone, one media type per imp; its aliases are platforms that run on it. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import type { SyncOptions } from '../adapter/facts.ts';
import { inventory } from '../adapter/steps/body.ts';
import { dropExt, requireType, typesApart } from '../adapter/steps/imp.ts';
import { saying } from '../adapter/steps/saying.ts';
import { oneSeat } from '../adapter/steps/seats.ts';
import { requireParams } from '../adapter/steps/require.ts';

export default defineBidder({
  code: 'adkernel',
  endpoint: 'http://pbs.adksrv.com/hb?zone={{.ZoneID}}',
  endpointCompression: 'gzip',
  gvlVendorId: 14,
  capabilities: { app: ['banner', 'video', 'audio', 'native'], site: ['banner', 'video', 'audio', 'native'] },
  sync: {
    redirect:
      'https://sync.adkernel.com/user-sync?t=image&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
    userMacro: '{UID}',
  },
  aliases: [
    { code: '152media', gvlVendorId: 1111 },
    { code: 'rxnetwork' },
    { code: 'waardex_ak', sync: syncOf(313534) },
    { code: 'xapads', gvlVendorId: 1320, sync: syncOf(284803) },
  ],
  params: Type.Object({ zoneId: Type.Integer({ minimum: 1 }) }),
  imp: [
    saying(
      ({ id }, { params }) => `Invalid zoneId value: ${params.zoneId ?? 0}. Ignoring imp id=${id}`,
      requireParams('zoneId'),
    ),
    saying(
      ({ id }) => `Invalid imp id=${id}. Expected imp.banner / imp.video / imp.audio / imp.native`,
      requireType('banner', 'video', 'audio', 'native'),
    ),
    dropExt(),
  ],
  split: typesApart({ banner: 'b__mf', video: 'v__mf', audio: 'a__mf', native: 'n__mf' }),
  batch: { by: ({ params }) => params.zoneId },
  body: [inventory(() => ({ publisher: undefined }))],
  macros: { ZoneID: ({ params }) => params.zoneId },
  headers: ['json', 'ortb25'],
  says: { empty: 'No impressions in the bid request', status: (status) => `Unexpected http status code: ${status}` },
  decode: oneSeat,
  impid: (impid) => impid.replace(/[bvan]__mf$/, ''),
  mediaType: ['mtype'],
});

/** The sync of a platform that has its own zone. */
function syncOf(zone: number): SyncOptions {
  const page = (type: 'iframe' | 'image') =>
    `https://sync.adkernel.com/user-sync?t=${type}&zone=${zone}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}`;
  return { iframe: page('iframe'), redirect: page('image'), userMacro: '{UID}' };
}
