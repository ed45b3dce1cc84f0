/**
 * Makes every exported function of the stages and of the files that compose them watchable. Modules loaded with the mark `?traced`
 * import their neighbours with `?watched`; these wrap the exports of the `?traced` neighbours.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** Receives each call of a watched function, named by folder and export; makes the call itself and returns its result. */
export type Watcher = (name: string, call: AnyFunction, args: readonly unknown[]) => unknown;

/** The mark of a module whose imports are watched. */
export const tracedMark = '?traced';
const watchedMark = '?watched';
const placeOfWatch = 'gavel.bench.watch';

let watcher: Watcher = (_name, call, args) => call(...args);

/** Sends every later call of a watched function to `next`. */
export function watchCalls(next: Watcher): void {
  watcher = next;
}

function watch(name: string, call: AnyFunction): AnyFunction {
  return (...args) => watcher(name, call, args);
}

/** `prepare/fillSite` for a stage, `offerImps` for a file of workers/. */
function nameOf(url: string, exported: string): string {
  const stage = /\/src\/stages\/(\w+)\//.exec(url)?.[1];
  return stage === undefined ? exported : `${stage}/${exported}`;
}

/** The wrapping module of the file at `url`: everything it exports, its functions watched. */
function wrapperOf(url: string): string {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const names = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map((match) => match[1]!);
  const from = JSON.stringify(url + tracedMark);
  const wrapped = names.map(
    (name) => `export const ${name} = watch(${JSON.stringify(nameOf(url, name))}, real.${name});`,
  );
  const door = `const watch = globalThis[Symbol.for(${JSON.stringify(placeOfWatch)})];`;
  return [`export * from ${from};`, `import * as real from ${from};`, door, ...wrapped].join('\n');
}

/** Makes the marks work in this process for modules of the checkout at `rootUrl` (ends in /). */
export function traceModules(rootUrl: string): void {
  Object.defineProperty(globalThis, Symbol.for(placeOfWatch), { value: watch });
  const isWatched = (url: string): boolean => {
    const path = url.startsWith(rootUrl) ? url.slice(rootUrl.length) : '';
    return path.startsWith('src/stages/') || path.startsWith('workers/');
  };
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const resolved = nextResolve(specifier, context);
      if (!context.parentURL?.endsWith(tracedMark) || !isWatched(resolved.url)) return resolved;
      return { ...resolved, url: resolved.url + watchedMark };
    },
    load: (url, context, nextLoad) => {
      if (!url.endsWith(watchedMark)) return nextLoad(url, context);
      return { format: 'module', source: wrapperOf(url.slice(0, -watchedMark.length)), shortCircuit: true };
    },
  });
}
