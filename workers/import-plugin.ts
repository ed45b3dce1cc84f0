/** Reads a plugin's file, on the main thread and on the pool's threads alike: the plugin, or why it is none (src/plugins). */
import { importFault } from '../src/error-text.ts';
import { inTime } from '../src/in-time.ts';
import { pluginPlaces, type Plugin } from '../src/plugins/contract.ts';
import { thrownError } from './thrown-error.ts';

/** How long a file may await something at its top level, in milliseconds, and how much longer at most on a busy machine. */
const usualMostMs = 10_000;
const busyMs = 20_000;

/** The plugin of the file at `url`, or what is wrong with it, as the end of a sentence that names its setting. Never rejects. */
export async function importPlugin(url: string, mostMs = usualMostMs): Promise<Plugin | string> {
  try {
    const read = await inTime(import(url) as Promise<{ readonly default?: unknown }>, mostMs, busyMs);
    if (read === undefined) return `did not load within ${mostMs / 1000} s: its top-level await does not finish`;
    return faultOf(read.default) ?? (read.default as Plugin);
  } catch (error) {
    return importFault(url, thrownError(error));
  }
}

/**
 * Why a default export is no plugin; undefined when it is one. Unknown members are faults, because a misspelt place would never be called.
 */
function faultOf(value: unknown): string | undefined {
  const places = pluginPlaces.join(', ');
  if (typeof value !== 'object' || value === null)
    return `has no plugin as its default export: export an object with functions named ${places}`;
  const names = Object.keys(value);
  if (names.length === 0) return `has no functions: give it at least one of ${places}`;
  const strange = names.find((name) => !(pluginPlaces as readonly string[]).includes(name));
  if (strange !== undefined) return `has the unknown member ${strange}: use only ${places}`;
  const missing = names.includes('question') ? 'lookUp' : 'question';
  if (names.includes('question') !== names.includes('lookUp'))
    return `has no member ${missing}: add it, since question returns what lookUp must find`;
  const wrong = names.find((name) => typeof (value as { readonly [name: string]: unknown })[name] !== 'function');
  return wrong && `has a member ${wrong} that is not a function: make it one, or leave it out`;
}
