/** IQzone's exchange: the param `env` is required. */
import { sourceEnvironment } from '../adapter/families/source-environment.ts';

export default sourceEnvironment({
  code: 'iqx',
  endpoint: 'http://rtb.iqzone.com?pid={{.SourceId}}&host={{.Host}}&pbs=1',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: { supports: ['redirect'] },
  needsEnv: true,
});
