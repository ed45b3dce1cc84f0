/** Madvertise: the zone goes in the path, so all imps must name the same one; creative attributes tell videos from banners. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { requireParams, sameParam } from '../adapter/steps/require.ts';
import { saying } from '../adapter/steps/saying.ts';

/** Creative attributes of in-banner video and skippable ads (OpenRTB 5.3). */
const videoAttributes = new Set([6, 7, 16]);

export default defineBidder({
  code: 'madvertise',
  endpoint: 'https://mobile.mng-ads.com/bidrequest{{.ZoneID}}',
  gvlVendorId: 153,
  capabilities: { app: ['banner', 'video'], site: ['banner'] },
  params: Type.Object({ zoneId: Type.String({ minLength: 7 }) }),
  imp: [saying('The zone ID must not be empty', requireParams('zoneId'))],
  onImpError: 'abort',
  body: [sameParam((p) => p.zoneId, 'There must be only one zone ID')],
  macros: { ZoneID: { as: 'path', of: ({ params }) => params.zoneId } },
  headers: ['json', 'ortb25', 'ua', 'ipv4'],
  mediaType: [({ attr = [] }) => (attr.some((one) => videoAttributes.has(one)) ? 'video' : 'banner')],
});
