/** Kivi Ads on the LM platform: `bid.ext` names the media type. */
import { sourceEnvironment } from '../adapter/families/source-environment.ts';

export default sourceEnvironment({
  code: 'lm_kiviads',
  endpoint: 'http://pbs.kiviads.live/?pid={{.SourceId}}&host={{.Host}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  needsEnv: true,
  mediaType: ['ext'],
});
