/** Appush: a call for each imp, for a placement or for an endpoint. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default placementOrEndpoint({
  code: 'appush',
  endpoint: 'http://hb.appush.com/pserver',
  gvlVendorId: 879,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: [typeOfImp('banner', 'video', 'native')],
});
