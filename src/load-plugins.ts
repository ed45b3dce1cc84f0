/** Finds the host's plugins: every file that `plugins` names, imported once in a process (src/plugins; interface, 'Commands': every fault at once). */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from './config/schema.ts';
import { importFault } from './load-bidders.ts';
import { pluginPlaces, type Plugin } from './plugins/contract.ts';

/** Each plugin by its name, and the URL of its file. */
export interface LoadedPlugins {
  readonly code: ReadonlyMap<string, Plugin>;
  readonly files: ReadonlyMap<string, string>;
}

/** Imports all of them; paths count from the working directory. Rejects with an AggregateError that names each setting that is wrong, and why. */
export async function loadPlugins(settings: Config['plugins']): Promise<LoadedPlugins> {
  const files = new Map(
    Object.entries(settings).map(([name, { file }]) => [name, pathToFileURL(resolve(file)).href] as const),
  );
  const faults: string[] = [];
  const code = new Map<string, Plugin>();
  for (const [name, url] of files) {
    const loaded = await loadPlugin(url);
    if (typeof loaded === 'string') faults.push(`plugins.${name}.file: ${loaded}`);
    else code.set(name, loaded);
  }
  if (faults.length > 0) throw new AggregateError(faults, faults.join('; '));
  return { code, files };
}

async function loadPlugin(url: string): Promise<Plugin | string> {
  try {
    if (!statSync(new URL(url)).isFile()) return 'is no file: name the file that holds the plugin';
    const { default: plugin } = (await import(url)) as { readonly default?: unknown };
    return isPlugin(plugin) ? plugin : faultOf(plugin);
  } catch (error) {
    return importFault(url, error);
  }
}

function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && faultOf(value) === '';
}

/** What a default export is not, so that it is no plugin: a place misspelt would never be asked. */
function faultOf(value: unknown): string {
  const places = pluginPlaces.join(', ');
  if (typeof value !== 'object' || value === null)
    return `has no plugin as its default export: export an object with functions named ${places}`;
  const names = Object.keys(value);
  if (names.length === 0) return `does nothing: give it one of ${places}`;
  const strange = names.find((name) => !(pluginPlaces as readonly string[]).includes(name));
  if (strange !== undefined) return `has a member ${strange}: its members must be some of ${places}`;
  const wrong = names.find((name) => typeof (value as { readonly [name: string]: unknown })[name] !== 'function');
  return wrong === undefined ? '' : `has a member ${wrong} that is no function`;
}
