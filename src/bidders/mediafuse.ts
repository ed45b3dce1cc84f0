/** Mediafuse: runs on Xandr's platform, with its older params. */
import { Type } from 'typebox';
import { xandrPlatform } from '../adapter/families/xandr.ts';

export default xandrPlatform({
  code: 'mediafuse',
  params: Type.Object(
    {
      placement_id: Type.Optional(Type.Integer()),
      placementId: Type.Optional(Type.Integer()),
      inv_code: Type.Optional(Type.String()),
      invCode: Type.Optional(Type.String()),
      member: Type.Optional(Type.String()),
      keywords: Type.Optional(
        Type.Array(
          Type.Object({ key: Type.String(), value: Type.Optional(Type.Array(Type.String(), { minItems: 1 })) }),
          { minItems: 1 },
        ),
      ),
      traffic_source_code: Type.Optional(Type.String()),
      trafficSourceCode: Type.Optional(Type.String()),
      reserve: Type.Optional(Type.Number()),
      position: Type.Optional(Type.String({ enum: ['above', 'below'] })),
      use_pmt_rule: Type.Optional(Type.Boolean()),
      generate_ad_pod_id: Type.Optional(Type.Boolean()),
      private_sizes: Type.Optional(Type.Array(Type.Object({ w: Type.Integer(), h: Type.Integer() }))),
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
