/** DecenterAds: the params themselves are `imp.ext`; a bid has its imp's media type. */
import { ownParams } from '../adapter/families/own-params.ts';

export default ownParams({
  code: 'decenterads',
  endpoint: 'http://supply.decenterads.com/?c=o&m=rtb',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: ['imp'],
});
