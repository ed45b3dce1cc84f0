/** Xandr (AppNexus): the platform itself. */
import { Type } from 'typebox';
import { xandrPlatform } from '../adapter/families/xandr.ts';
import { Keywords } from '../adapter/families/xandr-keywords.ts';

export default xandrPlatform({
  code: 'appnexus',
  gvlVendorId: 32,
  platformId: '5',
  sync: { key: 'adnxs', redirect: 'https://ib.adnxs.com/getuid?{{.RedirectURL}}', userMacro: '$UID' },
  params: Type.Object(
    {
      placement_id: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
      placementId: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
      inv_code: Type.Optional(Type.String()),
      invCode: Type.Optional(Type.String()),
      member: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
      keywords: Type.Optional(Keywords),
      traffic_source_code: Type.Optional(Type.String()),
      trafficSourceCode: Type.Optional(Type.String()),
      reserve: Type.Optional(Type.Number()),
      position: Type.Optional(Type.String({ enum: ['above', 'below'] })),
      use_pmt_rule: Type.Optional(Type.Boolean()),
      use_payment_rule: Type.Optional(Type.Boolean()),
      generate_ad_pod_id: Type.Optional(Type.Boolean()),
      private_sizes: Type.Optional(Type.Array(Type.Object({ w: Type.Integer(), h: Type.Integer() }))),
      ext_inv_code: Type.Optional(Type.String()),
      external_imp_id: Type.Optional(Type.String()),
    },
    {
      oneOf: [
        { oneOf: [{ required: ['placementId'] }, { required: ['placement_id'] }] },
        { oneOf: [{ required: ['invCode', 'member'] }, { required: ['inv_code', 'member'] }] },
      ],
      not: { required: ['placementId', 'invCode', 'member'] },
    },
  ),
});
