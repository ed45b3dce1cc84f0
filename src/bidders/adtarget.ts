/** Adtarget: runs on the platform of Adtelligent. */
import { adtelligentPlatform } from '../adapter/families/adtelligent.ts';

export default adtelligentPlatform({
  code: 'adtarget',
  name: 'Adtarget',
  endpoint: 'http://ghb.console.adtarget.com.tr/pbs/ortb',
  gvlVendorId: 779,
  sync: { supports: ['iframe'] },
});
