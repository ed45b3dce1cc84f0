/** Reset Digital: the placement is the tag and stands in the URL; prices in US dollars. */
import { Type } from 'typebox';
import { defineBidder } from '../adapter/define-bidder.ts';
import { typeOfImp } from '../adapter/media-type.ts';
import { set } from '../adapter/steps/any.ts';
import { tagId } from '../adapter/steps/imp.ts';
import { withQuery } from '../adapter/url.ts';

export default defineBidder({
  code: 'resetdigital',
  endpoint: 'https://prebid.resetdigital.co',
  endpointCompression: 'gzip',
  gvlVendorId: 1162,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  params: Type.Object({ placement_id: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
  imp: [tagId((p) => p.placement_id)],
  body: [set({ cur: ['USD'] })],
  url: (endpoint, { params }) => withQuery(endpoint, { pid: params.placement_id }),
  headers: ['jsonPlain', 'ortb26'],
  mediaType: ['mtype', typeOfImp('banner', 'video', 'audio')],
  seat: () => 'resetdigital',
});
