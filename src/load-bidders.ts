/** Finds the bidders that this version knows: every file of `src/bidders` is one (bidders; house, 'dropping a file in adds the bidder'). */
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BidderDefinition } from './adapter/define-bidder.ts';
import { knownBidders, type KnownBidder } from './adapter/known-bidders.ts';
import { importFault } from './error-text.ts';

/** All definitions, the codes they stand for, and where each definition lies: its file's URL by its code. */
export interface LoadedBidders {
  readonly definitions: readonly BidderDefinition[];
  readonly known: ReadonlyMap<string, KnownBidder>;
  readonly files: ReadonlyMap<string, string>;
}

let loading: Promise<LoadedBidders> | undefined;

/** Reads the folder once in a process. Rejects with an Error, or an AggregateError of several, that names each file that holds no definition, or one that cannot work. */
export function loadBidders(): Promise<LoadedBidders> {
  loading ??= loadFolder(join(import.meta.dirname, 'bidders'));
  return loading;
}

/** The files (URLs) of those definitions that `settings` (by code) may need, so that a thread reads no others. */
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

/** The bidders of a folder. Rejects as `loadBidders` does. */
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

/** Imports all files as one module's imports: each `import()` would walk all modules read so far, which took four times as long. */
async function importAll(urls: readonly string[]): Promise<readonly DefinitionModule[]> {
  const imports = urls.map((url, at) => `import * as m${at} from ${JSON.stringify(url)};`);
  const source = `${imports.join('')}export default [${urls.map((_, at) => `m${at}`).join()}];`;
  const all = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    readonly default: DefinitionModule[];
  };
  return all.default;
}

/** What is wrong with each file that cannot be imported, with its line where that is known; `error` itself when it is no file's own. */
async function importFaults(urls: readonly string[], error: unknown): Promise<unknown> {
  const settled = await Promise.allSettled(urls.map((url) => import(url)));
  const faults = settled.flatMap((one, at) => (one.status === 'rejected' ? importFault(urls[at]!, one.reason) : []));
  return faults.length === 0 ? error : new AggregateError(faults, faults.join('; '));
}

function definitionOf({ default: definition }: DefinitionModule, path: string): BidderDefinition {
  if (definition?.adapter === undefined) throw new Error(`${path} has no default export made by defineBidder`);
  const { code } = definition;
  if (basename(path) !== `${code}.ts`)
    throw new Error(`${path} defines the bidder ${code}: a file has the name of its bidder, ${code}.ts`);
  return definition;
}
