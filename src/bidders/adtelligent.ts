/** Adtelligent: the platform itself, and its partners. */
import { adtelligentPlatform } from '../adapter/families/adtelligent.ts';

export default adtelligentPlatform({
  code: 'adtelligent',
  name: 'Adtelligent',
  endpoint: 'http://ghb.adtelligent.com/pbs/ortb',
  gvlVendorId: 410,
  sync: { supports: ['iframe'] },
  aliases: [
    {
      code: 'copper6',
      endpoint: 'http://ghb.app.copper6.com/pbs/ortb',
      gvlVendorId: 1356,
      sync: { supports: ['iframe'] },
    },
    { code: 'indicue', endpoint: 'http://ghb.console.indicue.com/pbs/ortb', sync: { supports: ['iframe'] } },
    {
      code: 'janet',
      endpoint: 'http://ghb.bidder.jmgads.com/pbs/ortb',
      gvlVendorId: 410,
      sync: { supports: ['iframe'] },
    },
    { code: 'pgam', endpoint: 'http://ghb.pgamssp.com/pbs/ortb', gvlVendorId: 1353, sync: { supports: ['iframe'] } },
    {
      code: 'streamkey',
      endpoint: 'http://ghb.hb.streamkey.net/pbs/ortb',
      gvlVendorId: 410,
      capabilities: { app: ['video'], site: ['video'] },
      sync: { supports: ['iframe'] },
    },
    {
      code: 'viewdeos',
      endpoint: 'http://ghb.sync.viewdeos.com/pbs/ortb',
      gvlVendorId: 924,
      sync: { supports: ['redirect'] },
    },
  ],
});
