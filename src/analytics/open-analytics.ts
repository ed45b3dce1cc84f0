/** Decides which analytics modules run: those that the configuration gives a destination. */
import type { Config } from '../config/schema.ts';
import { Analytics } from './analytics.ts';
import { FileModule } from './file-module.ts';
import { HttpModule } from './http-module.ts';
import type { AnalyticsModule, ModuleName } from './module.ts';

/** Callbacks for trouble with modules. */
export interface ModuleTroubles {
  /** Called with what is wrong with a module, mostly why its events are lost; at most once a minute for each kind of trouble. */
  readonly onTrouble: (module: ModuleName, reason: string) => void;
  /** Called when a reported trouble ends: the module loses no events any more. */
  readonly onEnd: (module: ModuleName) => void;
}

/** Starts the modules. Throws an Error that names the setting which cannot work. */
export function openAnalytics({ file, http }: Config['analytics'], { onTrouble, onEnd }: ModuleTroubles): Analytics {
  const modules: AnalyticsModule[] = [];
  const callbacks = (module: ModuleName) =>
    [(reason: string) => onTrouble(module, reason), () => onEnd(module)] as const;
  if (file.path !== '') modules.push(new FileModule(file, ...callbacks('file')));
  if (http.url !== '') modules.push(new HttpModule(http, ...callbacks('http')));
  return new Analytics(modules);
}
