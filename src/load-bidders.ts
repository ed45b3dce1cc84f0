/** Loads the bidders that this version knows: every file of `src/bidders` is one (bidders; house, 'dropping a file in adds the bidder'). */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BidderDefinition } from './adapter/define-bidder.ts';
import { knownBidders, type KnownBidder } from './adapter/known-bidders.ts';
import { importFault } from './error-text.ts';

/** All definitions, the known bidders by code, and the file URL of each definition by its code. */
export interface LoadedBidders {
  readonly definitions: readonly BidderDefinition[];
  readonly known: ReadonlyMap<string, KnownBidder>;
  readonly files: ReadonlyMap<string, string>;
}

let loading: Promise<LoadedBidders> | undefined;

/**
 * Loads the folder once per process. Rejects with an Error, or an AggregateError of several, that names each file without a definition, or
 * with one that cannot work.
 */
export function loadBidders(): Promise<LoadedBidders> {
  loading ??= loadFolder(join(import.meta.dirname, 'bidders'));
  return loading;
}

/** The file URLs of the definitions that `settings` (by code) may need, so that a thread loads no others. */
export function neededFiles(
  { known, files }: LoadedBidders,
  settings: { readonly [code: string]: { readonly adapter?: string; readonly aliasOf?: string } },
): string[] {
  const codes = Object.entries(settings).flatMap(([code, { adapter, aliasOf }]) => [
    code,
    adapter ?? '',
    aliasOf ?? '',
  ]);
  const needed = codes.flatMap((code) => known.get(code)?.definition.code ?? []);
  return [...new Set(needed)].flatMap((code) => files.get(code) ?? []);
}

/** Loads the bidders of a folder. Rejects as `loadBidders` does. */
export async function loadFolder(folder: string): Promise<LoadedBidders> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted();
  const urls = names.map((name) => pathToFileURL(join(folder, name)).href);
  const modules = await importAll(urls).catch(async (error: unknown) => {
    throw await importFaults(urls, error);
  });
  const definitions = modules.map((module, at) => definitionOf(module, join(folder, names[at]!)));
  const files = new Map(definitions.map(({ code }, at) => [code, urls[at]!]));
  return { definitions, known: knownBidders(definitions), files };
}

interface DefinitionModule {
  readonly default?: BidderDefinition;
}

/**
 * Imports all files as the static imports of one module: each `import()` would walk all modules loaded so far, which took four times as
 * long.
 */
async function importAll(urls: readonly string[]): Promise<readonly DefinitionModule[]> {
  const imports = urls.map((url, at) => `import * as m${at} from ${JSON.stringify(url)};`);
  const source = `${imports.join('')}export default [${urls.map((_, at) => `m${at}`).join()}];`;
  const all = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    readonly default: DefinitionModule[];
  };
  return all.default;
}

/** The faults of each file that cannot be imported, with its line if known; `error` itself when no file is at fault. */
async function importFaults(urls: readonly string[], error: unknown): Promise<unknown> {
  const settled = await Promise.allSettled(urls.map((url) => import(url)));
  const faults = settled.flatMap((one, at) => (one.status === 'rejected' ? importFault(urls[at]!, one.reason) : []));
  return faults.length === 0 ? error : new AggregateError(faults, faults.join('; '));
}

function definitionOf({ default: definition }: DefinitionModule, path: string): BidderDefinition {
  if (definition?.adapter === undefined) throw new Error(`${path} has no default export made by defineBidder`);
  const { code } = definition;
  if (basename(path) !== `${code}.ts`)
    throw new Error(`${path} defines the bidder ${code}: rename the file to ${code}.ts`);
  return definition;
}
