/**
 * Loads the host's plugins: every file that `plugins` names, once per process (src/plugins; interface, 'Commands': every fault at once).
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from './config/schema.ts';
import { importPlugin } from '../workers/import-plugin.ts';
import { importFault } from './error-text.ts';
import type { Plugin } from './plugins/contract.ts';

/** The plugins by name, and the file URL of each. */
export interface LoadedPlugins {
  readonly code: ReadonlyMap<string, Plugin>;
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Imports all plugins; paths are relative to the working directory. Rejects with an AggregateError that names each wrong setting, and why.
 */
export async function loadPlugins(settings: Config['plugins']): Promise<LoadedPlugins> {
  const files = new Map(
    Object.entries(settings).map(([name, { file }]) => [name, pathToFileURL(resolve(file)).href] as const),
  );
  const faults: string[] = [];
  const code = new Map<string, Plugin>();
  for (const [name, url] of files) {
    const loaded = pathFault(url) ?? (await importPlugin(url));
    if (typeof loaded === 'string') faults.push(`plugins.${name}.file: ${loaded}`);
    else code.set(name, loaded);
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.join('; '));
  return { code, files };
}

/** Why the URL is not that of a readable file; undefined if it is. */
function pathFault(url: string): string | undefined {
  try {
    return statSync(new URL(url)).isFile() ? undefined : 'is not a file: name the file that contains the plugin';
  } catch (error) {
    return importFault(url, error);
  }
}
