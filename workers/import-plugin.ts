/** Reads a plugin's file, on the main thread and on the pool's threads alike: the plugin, or why it is none (src/plugins). */
import { importFault } from '../src/error-text.ts';
import { inTime } from '../src/in-time.ts';
import { pluginPlaces, type Plugin } from '../src/plugins/contract.ts';
import { thrownError } from './thrown-error.ts';

/** How long a file may await something at its top level, in milliseconds, and how much longer at most on a busy machine. */
const usualMostMs = 10_000;
const busyMs = 20_000;

/** Most unknown members that are named: a default export may be any object. */
const mostNamed = 10;

/** The plugin of the file at `url`, or what is wrong with it, as the end of a sentence that names its setting. Never rejects. */
export async function importPlugin(url: string, mostMs = usualMostMs): Promise<Plugin | string> {
  try {
    const read = await inTime(import(url) as Promise<{ readonly default?: unknown }>, mostMs, busyMs);
    if (read === undefined) return `did not load within ${mostMs / 1000} s: its top-level await does not finish`;
    const faults = faultsOf(read.default);
    return faults.length > 0 ? faults.join('; it ') : (read.default as Plugin);
  } catch (error) {
    return importFault(url, thrownError(error));
  }
}

/**
 * Why a default export is no plugin; empty when it is one. Unknown members are faults, because a misspelt place would never be called.
 */
function faultsOf(value: unknown): readonly string[] {
  const places = pluginPlaces.join(', ');
  if (typeof value !== 'object' || value === null)
    return [`has no plugin as its default export: export an object with functions named ${places}`];
  const names = Object.keys(value);
  if (names.length === 0) return [`has no functions: give it at least one of ${places}`];
  const strange = names.filter((name) => !(pluginPlaces as readonly string[]).includes(name)).slice(0, mostNamed);
  const wrong = pluginPlaces.filter(
    (name) => names.includes(name) && typeof (value as { readonly [name: string]: unknown })[name] !== 'function',
  );
  const missing = names.includes('question') ? 'lookUp' : 'question';
  const isHalf = names.includes('question') !== names.includes('lookUp');
  return [
    ...strange.map((name) => `has the unknown member ${name}: use only ${places}`),
    ...(isHalf ? [`has no member ${missing}: add it, since question returns what lookUp must find`] : []),
    ...wrong.map((name) => `has a member ${name} that is not a function: make it one, or leave it out`),
  ];
}
