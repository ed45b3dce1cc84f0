/** BidsCube: the params are an imp's extension, a bid names its kind in its extension. */
import { ownParams } from '../adapter/families/own-params.ts';

export default ownParams({
  code: 'bidscube',
  endpoint: 'http://supply.bidscube.com/?c=o&m=rtb',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: ['ext'],
});
