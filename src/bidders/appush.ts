/** Appush: takes a publisher's placement or a network's endpoint; a bid has its imp's media type. */
import { placementOrEndpoint } from '../adapter/families/placement-or-endpoint.ts';
import { typeOfImp } from '../adapter/media-type.ts';

export default placementOrEndpoint({
  code: 'appush',
  endpoint: 'http://hb.appush.com/pserver',
  gvlVendorId: 879,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: [typeOfImp('banner', 'video', 'native')],
});
