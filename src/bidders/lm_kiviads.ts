/** Kivi Ads of the LM platform: a bid names its kind in its extension. */
import { sourceEnvironment } from '../adapter/families/source-environment.ts';

export default sourceEnvironment({
  code: 'lm_kiviads',
  endpoint: 'http://pbs.kiviads.live/?pid={{.SourceId}}&host={{.Host}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  needsEnv: true,
  mediaType: ['ext'],
});
