/** BeMatterfull: `bid.ext` names the media type. */
import { sourceEnvironment } from '../adapter/families/source-environment.ts';

export default sourceEnvironment({
  code: 'bematterfull',
  endpoint: 'http://prebid-srv.mtflll-system.live/?pid={{.SourceId}}&host={{.Host}}',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  needsEnv: true,
  mediaType: ['ext'],
});
