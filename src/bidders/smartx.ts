/** smartclip: the request unchanged; video only. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { aSeat } from '../adapter/steps/seats.ts';

export default defineBidder({
  code: 'smartx',
  endpoint: 'https://bid.smartclip.net/bid/1005',
  gvlVendorId: 115,
  ortbVersion: '2.6',
  capabilities: { app: ['video'], site: ['video'] },
  params: Type.Object(
    {
      tagId: Type.String(),
      publisherId: Type.String(),
      siteId: Type.Optional(Type.String()),
      appId: Type.Optional(Type.String()),
      bundleId: Type.Optional(Type.String()),
      storeUrl: Type.Optional(Type.String()),
    },
    { oneOf: [{ required: ['siteId'] }, { required: ['appId'] }] },
  ),
  readsParams: false,
  headers: ['contentType', 'ortb25', 'ua', 'ipv4', ({ device }) => ['forwarded', device?.ip ? `for=${device.ip}` : '']],
  decode: aSeat('no bidders found in JSON response'),
  mediaType: ['video'],
});
