/** DecenterAds: the params are an imp's extension, a bid is of the kind that its imp asked for. */
import { ownParams } from '../adapter/families/own-params.ts';

export default ownParams({
  code: 'decenterads',
  endpoint: 'http://supply.decenterads.com/?c=o&m=rtb',
  modifyingVastXmlAllowed: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  mediaType: ['imp'],
});
