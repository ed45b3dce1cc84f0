/** 33Across: a call for each product and zone, the only members of `imp.ext.ttx`; `ext` holds only the list of callers. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { textAt } from '../adapter/json.ts';
import { within } from '../adapter/steps/any.ts';
import { callers } from '../adapter/steps/body.ts';
import { impExt, requireType } from '../adapter/steps/imp.ts';
import { requireVideo } from '../adapter/steps/require.ts';
import { saying } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: '33across',
  endpoint: 'https://ssc.33across.com/api/v1/s2s',
  gvlVendorId: 58,
  capabilities: { site: ['banner', 'video'] },
  sync: {
    iframe:
      'https://ssc-cms.33across.com/ps/?m=xch&rt=html&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&ru={{.RedirectURL}}&id=zzz000000000002zzz',
    userMacro: '33XUSERID33X',
  },
  params: Type.Object(
    {
      productId: Type.Optional(Type.String()),
      siteId: Type.Optional(Type.String()),
      zoneId: Type.Optional(Type.String()),
    },
    { anyOf: [{ required: ['productId', 'siteId'] }, { required: ['productId', 'zoneId'] }] },
  ),
  imp: [
    saying(
      'At least one of [banner, video] formats must be defined in Imp. None found',
      requireType('banner', 'video'),
    ),
    saying(
      'One or more invalid or missing video field(s) w, h, protocols, mimes, playbackmethod',
      requireVideo('w', 'h', 'protocols', 'mimes', 'playbackmethod'),
    ),
    within('video', ({ startdelay }, { params }) =>
      startdelay === undefined && params.productId === 'instream' ? { startdelay: 0 } : null,
    ),
    impExt((p) => ({ ttx: { prod: p.productId, zoneid: p.zoneId || p.siteId } })),
  ],
  batch: { by: ({ params: p }) => JSON.stringify([p.productId, p.zoneId || p.siteId]) },
  body: [callers('ttx')],
  headers: ['contentType'],
  currency: 'ignored',
  mediaType: [({ ext }) => (textAt(ext, 'ttx', 'mediaType') === 'video' ? 'video' : 'banner')],
});
