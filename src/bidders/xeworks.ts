/** XE Works: `bid.ext` names the media type; its aliases are platforms that run on it. */
import { sourceEnvironment } from '../adapter/families/source-environment.ts';

export default sourceEnvironment({
  code: 'xeworks',
  endpoint: 'http://prebid-srv.xe.works/?pid={{.SourceId}}&host={{.Host}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  aliases: [
    {
      code: 'adipolo',
      endpoint: 'http://rtb.adipolo.live?pid={{.SourceId}}&host={{.Host}}&pbs=1',
      gvlVendorId: 1456,
      sync: {
        iframe:
          'https://sync.adipolo.live/static/adisync.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&cb={{.RedirectURL}}',
        redirect:
          'https://sync.adipolo.live/psync?t=s&e=0&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&cb={{.RedirectURL}}',
        userMacro: '$UID',
      },
    },
    {
      code: 'anzuDSP',
      endpoint: 'https://rtb.anzu-rtb.live/?pid={{.SourceId}}&host={{.Host}}&pbs=1',
      sync: { supports: ['redirect'] },
    },
    {
      code: 'connektai',
      endpoint: 'http://rtb.connektai.live/?pid={{.SourceId}}&host={{.Host}}&s=pbs',
      sync: { supports: ['redirect'] },
    },
    {
      code: 'matterfull',
      endpoint: 'https://rtb.mtflll.com?pid={{.SourceId}}&host={{.Host}}&pbs=1',
      sync: { supports: ['redirect'] },
    },
    {
      code: 'robustApps',
      endpoint: 'http://rtb.rbstsystems.live?pid={{.SourceId}}&host={{.Host}}&pbs=1',
      sync: { supports: ['redirect'] },
    },
  ],
  needsEnv: true,
  mediaType: ['ext'],
});
