/** Decides which analytics modules run: those that the configuration gives a destination. */
import type { Config } from '../config/schema.ts';
import { Analytics } from './analytics.ts';
import { FileModule } from './file-module.ts';
import { HttpModule } from './http-module.ts';
import type { AnalyticsModule, ModuleName } from './module.ts';

/** Starts the modules; `onTrouble` is told now and then what is wrong with one: mostly, why its events are lost. Throws an Error that names the setting which cannot work. */
export function openAnalytics(
  { file, http }: Config['analytics'],
  onTrouble: (module: ModuleName, reason: string) => void,
): Analytics {
  const modules: AnalyticsModule[] = [];
  if (file.path !== '') modules.push(new FileModule(file, (reason) => onTrouble('file', reason)));
  if (http.url !== '') modules.push(new HttpModule(http, (reason) => onTrouble('http', reason)));
  return new Analytics(modules);
}
