/** DriftPixel: the param `env` is optional. */
import { sourceEnvironment } from '../adapter/families/source-environment.ts';

export default sourceEnvironment({
  code: 'driftpixel',
  endpoint: 'http://rtb.driftpixel.live?pid={{.SourceId}}&host={{.Host}}&pbs=1',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect:
      'https://sync.driftpixel.live/psync?t=s&e=0&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&cb={{.RedirectURL}}',
    userMacro: '%USER_ID%',
  },
  needsEnv: false,
});
