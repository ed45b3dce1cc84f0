/** BidsCube: the params themselves are `imp.ext`; `bid.ext` names the media type, and an unknown one is a banner. */
import { ownParams } from '../adapter/families/own-params.ts';
import { textAt } from '../adapter/json.ts';

export default ownParams({
  code: 'bidscube',
  endpoint: 'http://supply.bidscube.com/?c=o&m=rtb',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: ['ext', ({ ext }) => (textAt(ext, 'prebid', 'type') === '' ? undefined : 'banner')],
});
