/** Boldwin's exchange: the param `env` is optional. */
import { sourceEnvironment } from '../adapter/families/source-environment.ts';

export default sourceEnvironment({
  code: 'bwx',
  endpoint: 'http://rtb.boldwin.live?pid={{.SourceId}}&host={{.Host}}&pbs=1',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  needsEnv: false,
});
