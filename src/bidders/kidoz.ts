/** Kidoz: a call for each imp, which must name publisher and access token; a banner must have a format. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { refuseImp } from '../adapter/refusal.ts';
import { requireType } from '../adapter/steps/imp.ts';
import { requireParams } from '../adapter/steps/require.ts';
import { saying } from '../adapter/steps/saying.ts';

export default defineBidder({
  code: 'kidoz',
  endpoint: 'http://prebid-adapter.kidoz.net/openrtb2/auction?src=prebid-server',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  params: Type.Object({ access_token: Type.String({ minLength: 1 }), publisher_id: Type.String({ minLength: 1 }) }),
  imp: [
    saying('Kidoz only supports banner or video ads', requireType('banner', 'video')),
    ({ id, banner }) => (banner && !banner.format?.length ? refuseImp(id, 'the banner has no format') : null),
    requireParams('access_token', 'publisher_id'),
  ],
  batch: 'perImp',
  headers: ['json', 'ortb25'],
  status: { 503: 'empty' },
  currency: 'ignored',
  mediaType: [typeOfImp('banner', 'video')],
});
