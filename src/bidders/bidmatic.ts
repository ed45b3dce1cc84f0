/** Bidmatic: runs on the platform of Adtelligent; a bid's `mtype` is set from its imp's media type. */
import { adtelligentPlatform } from '../adapter/families/adtelligent.ts';
import { setMtype } from '../adapter/steps/bid.ts';

export default adtelligentPlatform({
  code: 'bidmatic',
  name: 'Bidmatic',
  account: 'source',
  endpoint: 'http://adapter.bidmatic.io/pbs/ortb',
  gvlVendorId: 1134,
  sync: { supports: ['iframe'] },
  bid: [setMtype()],
});
