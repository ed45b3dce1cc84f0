/** BidsCube: the params are an imp's extension, a bid names its kind in its extension, a banner by any word. */
import { ownParams } from '../adapter/families/own-params.ts';
import { textAt } from '../adapter/json.ts';

export default ownParams({
  code: 'bidscube',
  endpoint: 'http://supply.bidscube.com/?c=o&m=rtb',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: ['ext', ({ ext }) => (textAt(ext, 'prebid', 'type') === '' ? undefined : 'banner')],
});
