/** TeqBlaze: a white label, only called under its aliases; a call for each imp. */
import { bothWays, placementOrEndpoint, redirectWithGpp } from '../adapter/families/placement-or-endpoint.ts';

export default placementOrEndpoint({
  code: 'teqblaze',
  whiteLabelOnly: true,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  aliases: [
    {
      code: '360playvid',
      endpoint: 'https://ssp.360playvid.com/pserver',
      sync: bothWays('cookie.360playvid.com', 'ccpa', 'coppa'),
    },
    {
      code: 'ads_interactive',
      endpoint: 'https://bntb.adsinteractive.com/pserver',
      gvlVendorId: 1212,
      sync: bothWays('cstb.adsinteractive.com'),
    },
    {
      code: 'adsinteractive',
      endpoint: 'https://bntb.adsinteractive.com/pserver',
      gvlVendorId: 1212,
      sync: bothWays('cstb.adsinteractive.com'),
    },
    { code: 'adsmovil', endpoint: 'https://tag-ssp.adsmovil.com/pserver' },
    { code: 'anzuSSP', endpoint: 'http://endpoint.anzumarketplace.com/pserver' },
    { code: 'appMonstaMedia', endpoint: 'https://ssp-us.appmonsta.ai/pserver', gvlVendorId: 1283 },
    { code: 'appStockSSP', disabled: true, sync: bothWays('csync.al-ad.com') },
    { code: 'bidfuse', endpoint: 'https://bn.bidfuse.com/pserver', sync: bothWays('syncbf.bidfuse.com') },
    { code: 'cortex', sync: bothWays('sync.targetadserver.com', 'us_privacy') },
    {
      code: 'dpai',
      endpoint: 'https://ssp.drift-pixel.ai/pserver',
      sync: bothWays('sync.drift-pixel.ai', 'us_privacy'),
    },
    { code: 'gravite', endpoint: 'https://node1-rtb.gravite.net/pserver', gvlVendorId: 377 },
    { code: 'harion', endpoint: 'https://usads.harion-ma.com/pserver', gvlVendorId: 1406 },
    { code: 'm152', gvlVendorId: 1111, sync: bothWays('cs.152media-ssp.com') },
    { code: 'mediayo', endpoint: 'https://balancer.mediayo.ai/pserver' },
    {
      code: 'mycodemedia',
      endpoint: 'https://east-backend.mycodemedia.com/pserver',
      sync: bothWays('usersync.mycodemedia.com', 'us_privacy'),
    },
    {
      code: 'ntvagents',
      endpoint: 'https://endpoint1.nativeagents.ai/pserver',
      sync: bothWays('sync.nativeagents.ai', 'us_privacy'),
    },
    { code: 'nuba', endpoint: 'https://ads.nuba.io/pserver' },
    { code: 'pinkLion', endpoint: 'https://us-east-ep.pinklion.io/pserver' },
    {
      code: 'progx',
      endpoint: 'https://us-east.progrtb.com/pserver',
      gvlVendorId: 1344,
      sync: bothWays('sync.progrtb.com'),
    },
    {
      code: 'reklamup',
      endpoint: 'https://node.reklamup.com/pserver',
      gvlVendorId: 1619,
      sync: bothWays('usersync.reklamup.com', 'us_privacy'),
    },
    {
      code: 'rocketlab',
      endpoint: 'https://traffic1.rocketlab.ai/pserver',
      sync: redirectWithGpp('usync.rocketlab.ai'),
    },
    { code: 'screencore', gvlVendorId: 1473, sync: bothWays('cs.screencore.io', 'ccpa', 'coppa') },
    { code: 'selectmedia', gvlVendorId: 775, disabled: true, sync: bothWays('sync.zxyvrtd.com') },
    { code: 'smb', endpoint: 'http://be.smartbid.ai/pserver' },
    { code: 'verben', endpoint: 'https://east-node.verben.com/pserver' },
  ],
});
